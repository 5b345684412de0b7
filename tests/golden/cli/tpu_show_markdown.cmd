show --format markdown dumps/tpu_large.txt
