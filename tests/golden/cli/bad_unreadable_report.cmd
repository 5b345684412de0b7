report inputs/not_there.txt
