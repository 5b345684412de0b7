roundtrip inputs/no_dumps
