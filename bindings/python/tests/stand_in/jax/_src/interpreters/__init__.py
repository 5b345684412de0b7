"""Nothing but contexts."""
