print --from-json dumps/d16.txt
