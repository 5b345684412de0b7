era --help
