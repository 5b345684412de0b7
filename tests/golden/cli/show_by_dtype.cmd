show --by dtype dumps/d17.txt
