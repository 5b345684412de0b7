report-text inputs/not_there.txt
