roundtrip inputs/not_there.txt
