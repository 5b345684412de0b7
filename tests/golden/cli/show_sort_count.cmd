show --by class --sort count dumps/d17.txt
