print --era D24 --part live-range dumps/d16.txt
