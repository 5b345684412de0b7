bundle cli/help.out -o /tmp/ballast_report.tar
