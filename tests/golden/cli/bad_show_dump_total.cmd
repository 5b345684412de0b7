show --format json dumps/tpu_hbm.txt --dump modules
