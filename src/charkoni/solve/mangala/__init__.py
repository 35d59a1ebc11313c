"""Turkish Mangala: endgame tables by number of stones, proofs above them, an opening book.

The fortress variant repeats positions and has no such tables: docs/solving.md.
"""
