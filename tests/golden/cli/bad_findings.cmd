validate inputs/skewed.txt inputs/unknown.txt
