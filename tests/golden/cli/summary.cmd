summary modules later
