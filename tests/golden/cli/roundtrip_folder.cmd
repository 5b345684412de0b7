roundtrip inputs/folder
