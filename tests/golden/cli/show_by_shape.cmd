show --by shape dumps/d17.txt
