show --top 2 --device v5p train/after
