extract --help
