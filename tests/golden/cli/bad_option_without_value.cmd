show train/before --why
