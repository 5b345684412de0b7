diff dumps/d16.txt inputs/bad_total.txt
