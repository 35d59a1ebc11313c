"""What game folders present to people besides the board."""
