validate --only value_lines dumps/d17.txt
