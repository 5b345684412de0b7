summary --format markdown later
