show --estimate --device h100 --format markdown --top 3 train/after
