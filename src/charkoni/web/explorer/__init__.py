"""The explorer: what was played in a position, and the search of finished games that anybody may see."""
