diff train/before
