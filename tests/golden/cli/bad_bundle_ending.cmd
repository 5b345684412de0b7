bundle dumps/d18.txt -o /tmp/ballast_report.zip
