print --era D16 dumps/usage_report_program.txt
