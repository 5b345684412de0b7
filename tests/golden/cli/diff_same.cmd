diff dumps/d16.txt dumps/d16.txt
