show --why add.3 --format json dumps/d17.txt
