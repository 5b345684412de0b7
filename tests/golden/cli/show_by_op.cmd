show --by op dumps/d17.txt
