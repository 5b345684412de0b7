roundtrip dumps/d1.txt dumps/d13.txt dumps/d19_values.txt dumps/d20_live_range_not_available.txt dumps/framed_combined.txt dumps/d24_live_range.txt
