summary --format json later
