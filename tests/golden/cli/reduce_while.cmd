reduce dumps/d18.txt --while 'grep -q preallocated-temp'
