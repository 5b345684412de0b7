summary --limit 16G train
