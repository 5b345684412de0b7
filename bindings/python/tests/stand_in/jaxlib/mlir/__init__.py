"""Nothing but modules."""
