show dumps/d17.txt
