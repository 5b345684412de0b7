report-text dumps/usage_report_spaces.txt
