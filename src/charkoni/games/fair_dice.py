"""Dice by commitment: all players and the server commit to secrets before anybody reveals one; the proof afterwards.

All hashes are the SHA-256 of an ASCII text, in hexadecimal digits.  The protocol is described in docs/dice.md:

1.  Every seat commits to a seed: `seed_commitment`.  A seat without a program that can hash gives a word later
    (`WORD`), one that does not answer stays without a seed (`ABSENT`).
2.  The server makes a key and commits to it: `key_commitment`, which covers the commitments of all seats and the list
    of possible throws.
3.  Words are given, then the seeds are revealed to the server.
4.  Throw number k follows from key, game, k and the shares of all seats: `chosen_index`.  When the game is over, the
    server reveals key and seeds.

The document of a game's dice alone proves nothing: an inventor of a game can choose key and seeds afterwards to get any
throws.  A proof needs earlier commitments kept by somebody other than the server: a player's receipt, or the server's
commitment shown before the first throw.
"""

import hashlib
import json
import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import Any, Literal

from charkoni.core.constants import CHANCE
from charkoni.core.game import Position
from charkoni.core.registry import named

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


# --- the proof --------------------------------------------------------------------------------------------------------

Document = dict[str, Any]
"""A document as JSON, see `web.pages.table.sharing.document_of`, or one of its plies; nothing in it is trusted."""

VERSION = 2
"""The version of the protocol; in version 1 the thrower chose a salt for each throw, without a commitment."""


class DiceMismatch(ValueError):
    """The dice of a game contradict the commitments."""


@dataclass(frozen=True, slots=True)
class Proof:
    """What a check has shown.

    throws: determined by key and seeds.  unbound: made before any commitment, in games begun with protocol 1.  bound:
    the seats with a seed.  words: the seats with a word.  absent: the seats with neither.  own: the seats of the
    receipt, whose seeds were secret when the server committed.
    """

    throws: int
    unbound: int
    bound: tuple[int, ...]
    words: tuple[int, ...]
    absent: tuple[int, ...]
    own: tuple[int, ...]


def verify(document: str, receipt: str = "", commitment: str = "") -> Proof:
    """Check a document against a receipt, or against the server's commitment; raise DiceMismatch, or ValueError.

    receipt: JSON as a browser saves it: game (id), commitment, commitments, seeds (by seat, as far as they are the
    holder's own), throws (the texts of those that were seen).  ValueError: something cannot be read, the game goes on,
    or nothing is given to check against.
    """
    try:
        proof, kept = json.loads(document), json.loads(receipt) if receipt else {"commitment": commitment.strip()}
        return _checked(proof, kept)
    except (KeyError, TypeError, AttributeError, IndexError, RecursionError) as error:
        raise ValueError(f"this is no document of dice, or no receipt: {error!r}") from None


def _checked(proof: Document, kept: Document) -> Proof:
    if not kept["commitment"]:
        raise ValueError("a document alone proves nothing: it takes a receipt, or the commitment from before the game")
    if proof.get("version") != VERSION:
        raise ValueError("this game was played by an older protocol, whose dice bind nobody")
    if not isinstance(proof.get("key"), str):
        raise ValueError("the key is not revealed before the game is over")
    commitments, seeds = list(map(str, proof["commitments"])), list(map(str, proof["seeds"]))
    if len(commitments) != len(seeds):
        raise ValueError("the document has not one seed for each commitment")
    _check_promises(proof, kept, commitments, seeds)
    throws, unbound, seen = _check_throws(proof, shares_of(commitments, dict(enumerate(seeds))))
    expected = list(kept.get("throws", []))
    # A receipt knows the throws that its holder has seen; the game may have gone on.
    if seen[: len(expected)] != expected:
        raise DiceMismatch("the throws of the document are not those that were seen in the game")
    kinds = [{WORD: "word", ABSENT: "absent"}.get(each, "seed") for each in commitments]
    seats = {kind: tuple(seat for seat, of in enumerate(kinds) if of == kind) for kind in ("seed", "word", "absent")}
    own = tuple(sorted(int(seat) for seat in kept.get("seeds", {})))
    return Proof(throws, unbound, seats["seed"], seats["word"], seats["absent"], own)


def _check_promises(proof: Document, kept: Document, commitments: list[str], seeds: list[str]) -> None:
    """Raise DiceMismatch unless key and seeds are those that were promised to the holder of a receipt or commitment."""
    id_ = str(proof["id"])
    if "game" in kept and kept["game"] != id_:
        raise ValueError(f"the receipt is of the game {kept['game']}, the document of {id_}")
    promised = key_commitment(id_, proof["key"], proof["faces"], commitments)
    if promised != kept["commitment"]:
        raise DiceMismatch("the key does not fit the commitment of the server")
    if kept.get("commitments", commitments) != commitments:
        raise DiceMismatch("the commitments of the players are not those of the receipt")
    for seat, (commitment, seed) in enumerate(zip(commitments, seeds, strict=True)):
        # 64 hexadecimal digits are a commitment; WORD and ABSENT promise nothing.
        if len(commitment) == 64 and seed_commitment(id_, seat, seed) != commitment:
            raise DiceMismatch(f"the seed of seat {seat} does not fit its commitment")
    for seat, seed in kept.get("seeds", {}).items():
        if seeds[int(seat)] != seed:
            raise DiceMismatch(f"the seed of seat {seat} is not the one of the receipt")


def _check_throws(proof: Document, shares: list[str]) -> tuple[int, int, list[str]]:
    """Return how many throws follow and how many are older than all promises, and the texts of the former."""
    game = named(proof["game"])
    start = game.parse(proof["start"]) if proof.get("start") else game.start()
    unbound, seen = 0, list[str]()
    for position, step in _replayed(start, proof["plies"]):
        if position.turn != CHANCE:
            continue
        # Games begun by protocol 1 have throws from before any commitment.
        if "number" not in step and not seen:
            unbound += 1
            continue
        if step.get("number") != len(seen):
            raise DiceMismatch(f"throw {len(seen)} is missing")
        place = chosen_index(proof["key"], str(proof["id"]), len(seen), shares, position.odds)
        if position.moves[place] != step["m"]:
            raise DiceMismatch(f"throw {len(seen)} is {step['m']}, but key and seeds give {position.moves[place]}")
        if not seen and proof["faces"] and faces(position) != proof["faces"]:
            raise DiceMismatch("the possible throws are not those that were promised")
        seen.append(step["m"])
    return len(seen), unbound, seen


def _replayed(position: Position, plies: list[Document]) -> Iterator[tuple[Position, dict[str, object]]]:
    for step in plies:
        yield position, step
        position = position.play(step["m"])
