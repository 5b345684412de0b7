roundtrip --help
