validate --audit --format github inputs/bad_mixed.txt inputs/bad_crlf.txt dumps/d16.txt
