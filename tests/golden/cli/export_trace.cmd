export --to trace dumps/d17.txt
