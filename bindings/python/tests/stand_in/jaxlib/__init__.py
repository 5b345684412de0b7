"""What reads lowered programs."""
