show --full-paths --width 120 train/before
