show --limit 16X dumps/d17.txt
