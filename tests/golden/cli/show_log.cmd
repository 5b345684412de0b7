show train/oom.log
