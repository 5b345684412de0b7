validate --strict inputs/unknown.txt dumps/d16.txt
