export --to csv inputs/not_there.txt
