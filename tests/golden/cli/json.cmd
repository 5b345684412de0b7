json dumps/empty_d9.txt
