validate inputs/bad_module
