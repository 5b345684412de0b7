validate --era D10 dumps/d16.txt dumps/d10.txt
