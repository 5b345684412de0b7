reduce dumps/d18.txt --while 'grep preallocated-temp'
