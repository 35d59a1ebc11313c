"""Turkish Mangala: tablebases by number of stones, proofs above them, an opening book.

Each reading of the flag `rest`, who gets the rest, has its own tablebases.  The fortress variant repeats positions and
has none, nor does the variant `first=on`: docs/solving.md.
"""
