show dumps/d24_assignment.txt
