show --format markdown dumps/d17.txt
