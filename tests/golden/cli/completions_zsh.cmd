completions zsh
