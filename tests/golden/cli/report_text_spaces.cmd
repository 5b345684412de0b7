report-text dumps/d24_assignment.txt
