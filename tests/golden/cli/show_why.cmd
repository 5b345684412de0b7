show --why add.3 dumps/d17.txt
