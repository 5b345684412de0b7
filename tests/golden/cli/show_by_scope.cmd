show --by scope dumps/d17.txt
