validate inputs/newer.txt
