completions tcsh
