"""Dice by commitment: all players and the server commit to secrets before anybody reveals one.

All hashes are the SHA-256 of an ASCII text, in hexadecimal digits.  The protocol is described in docs/dice.md:

1.  Every seat commits to a seed: `seed_commitment`.  A seat without a program that can hash gives a word later
    (`WORD`), one that does not answer stays without a seed (`ABSENT`).
2.  The server makes a key and commits to it: `key_commitment`, which covers the commitments of all seats and the list
    of possible throws.
3.  Words are given, then the seeds are revealed to the server.
4.  Throw number k follows from key, game, k and the shares of all seats: `chosen_index`.  When the game is over, the
    server reveals key and seeds.
"""

import hashlib
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import Literal

from charkoni.core.constants import CHANCE
from charkoni.core.game import Position

# Who knows what, in the order of time; neither side can choose its secret after the other's:
#
#     seats   --- H(seed) -->                                  bound, the seeds still secret
#     server                    <-- H(key, all H(seed)) ---    bound, the key still secret
#     seats   --- seed, word -->                               now all throws are decided, and nobody knew them before
#     server                    <-- key ---                    after the game: everybody can recompute all throws
#
# A throw is SHA-256(game, k, key, shares) mod (sum of weights), counted along the list of throws.
Stage = Literal["commit", "word", "reveal", "ready"]
"""The stage of the protocol: which secrets are missing, "ready" when none is."""

WORD = "-"
"""In place of a commitment: this seat gives a word after the server has committed."""

ABSENT = ""
"""In place of a commitment: this seat did not answer in time."""


def new_secret() -> str:
    """Return a random key or seed: 256 bits in hexadecimal."""
    return secrets.token_hex(32)


def _digest(*parts: str) -> str:
    return hashlib.sha256(":".join(parts).encode()).hexdigest()


def seed_commitment(game_id: str, seat: int, seed: str) -> str:
    """Return a seat's commitment to its seed."""
    # Game and seat are part of it: a commitment cannot be copied to another seat, or from another game.
    return _digest("charkoni-seed", game_id, str(seat), seed)


def key_commitment(game_id: str, key: str, faces: str, commitments: Sequence[str]) -> str:
    """Return the server's commitment to its key, to the possible throws and to the commitments of all seats."""
    return _digest("charkoni-key", game_id, faces, key, *commitments)


def share(commitment: str, secret: str) -> str:
    """Return the part of a seat in all throws: its seed, the hash of its word, or "" when it is absent."""
    if commitment == WORD:
        return _digest("charkoni-word", secret) if secret else ""
    return secret if commitment else ""


def faces(position: Position) -> str:
    """Return the possible throws with their weights, as "[111]*1 [112]*3"; "" where no throw is due."""
    if position.turn != CHANCE:
        return ""
    return " ".join(f"{move}*{weight}" for move, weight in zip(position.moves, weights(position.odds), strict=True))


@lru_cache(maxsize=64)
def weights(odds: tuple[Fraction, ...]) -> list[int]:
    """Return the smallest whole numbers in the ratio of some probabilities."""
    whole = lcm(*(chance.denominator for chance in odds))
    # Whole numbers: what is recomputed elsewhere must not depend on the rounding of floats.
    return [int(chance * whole) for chance in odds]


def chosen_index(key: str, game_id: str, number: int, shares: Sequence[str], odds: tuple[Fraction, ...]) -> int:
    """Return the index of throw `number`, counted along the possible throws, each as often as its weight."""
    counts = weights(odds)
    # 256 bits over a small sum: the bias is below 2**-240.
    rest = int(_digest("charkoni-throw", game_id, str(number), key, *shares), 16) % sum(counts)
    for place, count in enumerate(counts):
        rest -= count
        if rest < 0:
            return place
    raise ValueError("the probabilities do not add up to 1")


def thrower(position: Position) -> int:
    """Return the seat that throws: the one that decides after any throw."""
    turns = (position.play(move).turn for move in position.moves)
    return next((turn for turn in turns if turn >= 0), 0)


@dataclass
class Dice:
    """The state of the protocol in a game.

    seats: how many.  commitments: by seat, with `WORD` and `ABSENT`.  secrets: the seeds and words that the server
    knows, by seat.  number: of the next throw; throws that were taken back would count.  changed: when (monotonic ms)
    the stage was reached that lasts.
    """

    game_id: str
    seats: int
    commitments: dict[int, str] = field(default_factory=dict)
    secrets: dict[int, str] = field(default_factory=dict)
    key: str = ""
    faces: str = ""
    number: int = 0
    changed: int = 0

    @property
    def stage(self) -> Stage:
        """The stage of the protocol."""
        if not self.key:
            return "commit"
        if not self.missing():
            return "ready"
        return "word" if any(self.commitments[seat] == WORD for seat in self.missing()) else "reveal"

    @property
    def is_ready(self) -> bool:
        """Whether dice can be thrown."""
        return self.stage == "ready"

    def missing(self) -> list[int]:
        """Return the seats whose commitment, or later word or seed, is missing."""
        if not self.key:
            return [seat for seat in range(self.seats) if seat not in self.commitments]
        # Seats that did not answer in time are left out: one browser cannot block the dice for all.
        promised = [seat for seat in range(self.seats) if self.commitments[seat] != ABSENT]
        return [seat for seat in promised if seat not in self.secrets]

    @property
    def listed(self) -> list[str]:
        """The commitments of all seats, "" where there is none."""
        return [self.commitments.get(seat, ABSENT) for seat in range(self.seats)]

    @property
    def commitment(self) -> str:
        """The server's commitment, "" before it."""
        return key_commitment(self.game_id, self.key, self.faces, self.listed) if self.key else ""

    def throw(self, position: Position) -> str:
        """Return the next throw in a position."""
        shares = shares_of(self.listed, self.secrets)
        return position.moves[chosen_index(self.key, self.game_id, self.number, shares, position.odds)]

    def apply(self, kind: str, seat: int, text: str, position: Position, now: int) -> None:
        """Apply a row of the log: seed, key or reveal (see `store.LogRow`)."""
        before = self.stage
        if kind == "seed":
            commitment, _, seed = text.partition(" ")
            self.commitments[seat] = commitment
            if seed:
                self.secrets[seat] = seed
        elif kind == "key":
            self.key, self.faces = text, faces(position)
        else:
            self.secrets[seat] = text
        # A deadline is of a stage, not of each step: seats that answer one by one gain no time for the last.
        if self.stage != before:
            self.changed = now


def shares_of(commitments: Sequence[str], secrets_: Mapping[int, str]) -> list[str]:
    """Return the parts of all seats in the throws."""
    return [share(commitment, secrets_.get(seat, "")) for seat, commitment in enumerate(commitments)]
