show modules
