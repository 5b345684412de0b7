manual --help
