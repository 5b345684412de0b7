parser --help
