roundtrip inputs/bad_tpu_report.txt inputs/bad_tpu_space.txt inputs/bad_tpu_incomplete.txt inputs/bad_tpu_usage.txt
