diff modules inputs/no_dumps
