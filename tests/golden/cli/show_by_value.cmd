show --by value dumps/d17.txt
