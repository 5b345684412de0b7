print --era D16 --part values dumps/d24_values.txt
