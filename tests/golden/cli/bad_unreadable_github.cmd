validate --format github inputs/not_there.txt
