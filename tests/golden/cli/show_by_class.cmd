show --by class dumps/d17.txt
