explain --list
