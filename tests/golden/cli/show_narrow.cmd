show --width 40 train/before
