roundtrip dumps/d16.txt inputs/bad_mixed.txt dumps/d24_assignment.txt dumps/framed_values.txt
