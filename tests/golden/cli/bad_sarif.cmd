validate --format sarif inputs/bad_mixed.txt inputs/bad_crlf.txt dumps/d16.txt inputs/not_there.txt
