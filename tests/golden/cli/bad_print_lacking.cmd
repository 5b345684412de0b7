print --era D16 dumps/d9.txt
