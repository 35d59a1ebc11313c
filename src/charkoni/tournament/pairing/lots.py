"""Reproducible lots: SHA-256 of seed, purpose and key, recomputed by anybody.

python3 -c "import hashlib; print(int(hashlib.sha256(b'SEED|first|1|1').hexdigest(), 16) % 2)"
"""

import hashlib
import secrets

from charkoni.games.match_format import MatchFormat


def new_seed() -> str:
    """Return a seed of 128 random bits."""
    return secrets.token_hex(16)


def seed_hash(seed: str) -> str:
    """Return the SHA-256 of a seed, published from the first day on."""
    return hashlib.sha256(seed.encode()).hexdigest()


def lot(seed: str, purpose: str, *key: object) -> int:
    """Return the lot of a purpose and key, an integer of 256 bits."""
    text = "|".join([seed, purpose, *map(str, key)])
    return int.from_bytes(hashlib.sha256(text.encode()).digest(), "big")


def command(purpose: str, *key: object) -> str:
    """Return the shell command that recomputes a lot modulo 2, with SEED in place of the seed."""
    text = "|".join(["SEED", purpose, *map(str, key)])
    return f"python3 -c \"import hashlib; print(int(hashlib.sha256('{text}'.encode()).hexdigest(), 16) % 2)\""


def initial_side(seed: str) -> str:
    """Return the side of number 1 in round 1: w (first) when the lot is even, else b."""
    return "w" if lot(seed, "initial") % 2 == 0 else "b"


def mover(seed: str, round_: int, board: int, first: int, second: int) -> int:
    """Return the entry that moves first at a board, by lot: the first side when the lot is even."""
    return first if lot(seed, "first", round_, board) % 2 == 0 else second


def beginner(
    seed: str, round_: int, board: int, pair: tuple[int, int], mover: int, game: int, match: MatchFormat
) -> int:
    """Return the entry that begins a game of a match: in turn, the mover first; after the usual games by lot."""
    a, b = pair
    if game <= match.in_turn:
        return mover if match.begins_as_first(game) else b if mover == a else a
    return a if lot(seed, "first", round_, board, game) % 2 == 0 else b
