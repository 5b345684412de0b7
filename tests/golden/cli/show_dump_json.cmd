show --format json train/oom.log --dump train
