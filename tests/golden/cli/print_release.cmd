print --era tensorflow-2.15 dumps/d16.txt
