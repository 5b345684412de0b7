parser --target c --start nothing
