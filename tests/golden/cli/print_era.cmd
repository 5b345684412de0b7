print --era D16 dumps/d24_assignment.txt dumps/d24_values.txt dumps/d24_live_range.txt
