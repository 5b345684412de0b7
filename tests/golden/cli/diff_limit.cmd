diff --limit 16G --top 3 train/before train/after
