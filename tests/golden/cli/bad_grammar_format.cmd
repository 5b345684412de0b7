grammar --format pdf
