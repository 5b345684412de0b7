diff --limit 10G --top 3 --format markdown train/before train/after
