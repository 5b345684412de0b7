show --format markdown train/oom.log
