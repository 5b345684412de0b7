validate --strict inputs/newer.txt
