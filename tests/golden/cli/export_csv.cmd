export --to csv dumps/d17.txt
