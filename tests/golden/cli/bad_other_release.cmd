validate --era torch-xla-2.6 dumps/d16.txt
