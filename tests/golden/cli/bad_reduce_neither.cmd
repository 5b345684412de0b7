reduce dumps/d18.txt
