"""Turkish Mangala: tablebases by number of stones, proofs above them, an opening book.

Both readings of who gets the rest, the flag `rest`, have tablebases of their own.  The fortress variant repeats
positions and has none, nor has a game whose first stone goes on: docs/solving.md.
"""
