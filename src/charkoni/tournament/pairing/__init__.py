"""Pairing systems: Swiss (FIDE Dutch), round robin (Berger tables), knock-out."""
