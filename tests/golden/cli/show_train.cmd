show train/before
