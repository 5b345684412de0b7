bundle inputs/bad_layout.txt -o /tmp/ballast_report.tar.zst
