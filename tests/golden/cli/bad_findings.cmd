validate inputs/skewed.txt inputs/unknown.txt inputs/trimmed_report.txt
