diff --format markdown --top 2 modules later
