"""Acts: everything that can be done to an event, one class each, their severity, their log and its reducer."""
