show dumps/d21_values.txt
