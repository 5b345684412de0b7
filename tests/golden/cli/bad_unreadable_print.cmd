print inputs/not_there.txt
