validate inputs/bad_text
