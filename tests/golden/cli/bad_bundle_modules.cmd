bundle modules -o /tmp/ballast_report.tar.zst
