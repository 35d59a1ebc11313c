"""Mosty: positions with one bridge a turn by matroid theory, small boards with two bridges a turn by enumeration."""
