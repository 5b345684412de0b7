show --verbose train/before
