validate --strict --audit inputs/unknown.txt dumps/d16.txt
