reduce dumps/d18.txt --while 'grep -q nothing_like_it'
