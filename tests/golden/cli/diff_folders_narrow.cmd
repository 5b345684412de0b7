diff --width 60 modules later
