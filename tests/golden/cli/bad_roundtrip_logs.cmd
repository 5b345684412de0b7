roundtrip inputs/bad_log_prefix.txt inputs/bad_two_frames.txt
