show --estimate --device v5p train/before
