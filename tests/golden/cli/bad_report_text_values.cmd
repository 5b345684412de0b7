report-text dumps/d24_values.txt
