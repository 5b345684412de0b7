completions --help
