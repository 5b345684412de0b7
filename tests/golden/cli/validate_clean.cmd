validate --audit dumps/d0.txt dumps/d16.txt
