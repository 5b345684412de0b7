diff modules later
