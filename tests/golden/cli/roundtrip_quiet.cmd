roundtrip -q dumps/d1.txt dumps/d13.txt
