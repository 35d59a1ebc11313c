"""Mosty: positions with one bridge a turn by matroid theory, with two bridges a turn by proof search."""
