"""Pages of an event for everybody."""
