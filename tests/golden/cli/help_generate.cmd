generate --help
