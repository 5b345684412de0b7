show --why add.3 --format markdown dumps/d17.txt
