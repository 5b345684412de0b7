diff train/oom.log train/before
