validate --quiet inputs/skewed.txt inputs/bad_total.txt dumps/d16.txt
