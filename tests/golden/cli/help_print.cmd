print --help
