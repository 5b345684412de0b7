show --sort size --top 2 train/before
