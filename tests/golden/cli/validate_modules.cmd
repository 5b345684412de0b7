validate modules
