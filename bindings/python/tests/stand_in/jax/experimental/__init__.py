"""Nothing but topologies."""
