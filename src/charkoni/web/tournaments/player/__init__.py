"""Pages of the players of an event."""
