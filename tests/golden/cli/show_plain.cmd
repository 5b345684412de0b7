show --plain --width 60 dumps/d17.txt
