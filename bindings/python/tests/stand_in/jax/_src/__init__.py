"""What compiles lowered programs."""
