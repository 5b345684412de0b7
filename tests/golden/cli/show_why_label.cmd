show --why train_step/div train/before
