report-text --help
