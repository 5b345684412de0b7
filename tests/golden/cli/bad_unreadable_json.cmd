validate --format json inputs/not_there.txt
