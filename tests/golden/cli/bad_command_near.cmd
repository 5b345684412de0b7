shwo train/before
