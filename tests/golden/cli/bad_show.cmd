show inputs/bad_empty.txt
