show --by label --sort label --top 3 dumps/d17.txt
