show inputs/not_there.txt
