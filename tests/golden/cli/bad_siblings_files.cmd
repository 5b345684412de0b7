validate --files inputs/bad_siblings
