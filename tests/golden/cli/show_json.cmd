show --format json dumps/d17.txt
