validate train/oom.log
