show dumps/tpu_temporaries.txt --dump modules
