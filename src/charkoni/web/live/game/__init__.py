"""The state of a live game: its record, seats and log, its clocks, its dice."""
