show --max 1k dumps/d17.txt
