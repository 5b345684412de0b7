extract inputs/not_there.txt
