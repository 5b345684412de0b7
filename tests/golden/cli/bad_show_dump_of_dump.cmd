show dumps/d17.txt --dump later
