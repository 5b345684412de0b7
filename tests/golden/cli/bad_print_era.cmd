print --era D25 dumps/d9.txt
