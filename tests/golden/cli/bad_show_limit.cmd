show --limit 16G train/before
