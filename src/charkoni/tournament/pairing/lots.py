"""Reproducible lots: SHA-256 of seed, purpose and key.

python3 -c "import hashlib; print(int(hashlib.sha256(b'SEED|first|1|1').hexdigest(), 16) % 2)"
"""

import hashlib
import secrets


def new_seed() -> str:
    """Return a seed of 128 random bits."""
    return secrets.token_hex(16)


def is_public(phase: str) -> bool:
    """Return whether the seed is public in a phase: once the list is closed, so that anybody can check every lot."""
    return phase not in ("planned", "registration")


def seal(seed: str) -> str:
    """Return what is published before the list closes: the SHA-256 of the seed."""
    return hashlib.sha256(seed.encode()).hexdigest()


def lot(seed: str, purpose: str, *key: object) -> int:
    """Return the lot of a purpose and key as a large number."""
    text = "|".join([seed, purpose, *map(str, key)])
    return int.from_bytes(hashlib.sha256(text.encode()).digest(), "big")


def command(purpose: str, *key: object) -> str:
    """Return the line with which anybody draws a lot again; SEED stands for the seed."""
    text = "|".join(["SEED", purpose, *map(str, key)])
    return f"python3 -c \"import hashlib; print(int(hashlib.sha256('{text}'.encode()).hexdigest(), 16) % 2)\""


def initial_side(seed: str) -> str:
    """Return the side of number 1 in round 1: first when the lot is even."""
    return "w" if lot(seed, "initial") % 2 == 0 else "b"


def mover(seed: str, round_: int, board: int, first: int, second: int) -> int:
    """Return who of a board moves first when every game is drawn: its first side when the lot is even."""
    return first if lot(seed, "first", round_, board) % 2 == 0 else second


def beginner(seed: str, round_: int, board: int, pair: tuple[int, int], mover: int, game: int) -> int:
    """Return who of a pair begins a game of a match: the first by its draw, the second exchanged, others by lot."""
    a, b = pair
    if game < 3:
        return mover if game == 1 else b if mover == a else a
    return a if lot(seed, "first", round_, board, game) % 2 == 0 else b
