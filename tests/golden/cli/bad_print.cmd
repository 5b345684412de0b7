print inputs/bad_total.txt
