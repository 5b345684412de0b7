show dumps/d23_live_range.txt
