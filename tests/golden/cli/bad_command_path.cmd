train/oom.log
