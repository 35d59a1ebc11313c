"""File formats of an event: TRF, CSV, JSON."""
