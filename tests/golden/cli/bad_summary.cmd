summary modules inputs/bad_total.txt inputs/not_there.txt
