roundtrip inputs/newer.txt
