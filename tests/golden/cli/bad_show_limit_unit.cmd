show --limit 12 train/before
