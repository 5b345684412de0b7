print dumps/d9.txt dumps/d10.txt
