era inputs/bad_siblings/module_0005*
