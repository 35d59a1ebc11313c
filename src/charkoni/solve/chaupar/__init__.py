"""Chaupar: exact chances once all pieces are in the lanes or Home."""
