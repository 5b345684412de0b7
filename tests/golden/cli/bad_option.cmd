show --fromat json train/before
