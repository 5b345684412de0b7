report-text --era D14 dumps/d18.txt
