extract --validate logs/bad_baseline.log
