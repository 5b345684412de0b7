print inputs/bad_siblings/module_0002*
