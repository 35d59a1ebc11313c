"""Mosty: positions with one link a turn by matroid theory, small boards with two links a turn by enumeration."""
