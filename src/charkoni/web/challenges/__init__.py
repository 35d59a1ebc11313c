"""Challenges: on which terms somebody may take the free seats of a game that waits for players."""
