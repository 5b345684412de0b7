show --format json train/oom.log
