validate --max-errors 2 inputs/bad_module_lines.txt
