report-text --era 2026 dumps/d18.txt
