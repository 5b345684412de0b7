era dumps/d16.txt inputs/bad_mixed.txt inputs/bad_total.txt inputs/not_there.txt
