print --era D3 dumps/d10.txt
