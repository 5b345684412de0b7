validate --audit --format json inputs/bad_mixed.txt inputs/bad_crlf.txt dumps/d16.txt
