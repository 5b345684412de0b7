report --svg dumps/d17.txt
