report-text dumps/d10.txt
