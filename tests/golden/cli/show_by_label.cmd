show --by label dumps/d17.txt
