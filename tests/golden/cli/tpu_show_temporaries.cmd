show dumps/tpu_temporaries.txt
