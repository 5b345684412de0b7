validate --format junit inputs/not_there.txt
