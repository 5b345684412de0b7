show --device v5p train/before
