show --by source dumps/d17.txt
