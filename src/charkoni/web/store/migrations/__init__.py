"""The migrations of the database, one module per step."""
