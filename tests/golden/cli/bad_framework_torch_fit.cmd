show --limit 8MiB frameworks/torch/before
