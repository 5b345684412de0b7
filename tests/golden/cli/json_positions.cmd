json --positions dumps/d24_live_range.txt
