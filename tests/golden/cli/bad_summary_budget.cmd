summary --max 15G train
