report-text --era 2026-03-10 dumps/d10.txt
