completions fish
