show --at 7 dumps/d17.txt
