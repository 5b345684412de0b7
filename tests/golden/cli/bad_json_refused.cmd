json dumps/empty_d9.txt inputs/bad_total.txt nowhere.txt
