grammar --help
