"""Barbakan for two players: retrograde analysis of small boards, and endings with few pawns on any board."""
