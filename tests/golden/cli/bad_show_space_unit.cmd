show --space 1k dumps/d17.txt
