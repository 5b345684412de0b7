print --era D24 dumps/d16.txt
