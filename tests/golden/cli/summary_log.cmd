summary train/oom.log train/before
