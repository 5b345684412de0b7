diff dumps/d16.txt inputs/not_there.txt
