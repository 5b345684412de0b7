show --format jsn train/before
