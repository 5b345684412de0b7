diff --width 30 modules later
