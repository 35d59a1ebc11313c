"""Dice by commitment: the key is fixed before the game, its commitment is public, the salt is the thrower's.

The commitment is the SHA-256 of the key (its hexadecimal text).  Throw number k (from 0; those taken back count) is

    HMAC-SHA256(key, "<game>:<k>:<salt>")   as a number, modulo the number of equal chances,

counted along the possible throws in the order of their texts, each as often as its weight.  Neither server nor players
can choose a throw, and `verify` computes all of them again once the key is revealed.
"""

import hashlib
import hmac
import json
import secrets
from collections.abc import Iterator
from fractions import Fraction
from math import lcm
from typing import Any

from charkoni.core.constants import CHANCE
from charkoni.core.game import Position
from charkoni.core.registry import named


def new_key() -> str:
    """Return a random key: 256 bits in hexadecimal."""
    return secrets.token_hex(32)


def commitment(key: str) -> str:
    """Return the commitment to a key, which is shown before the game."""
    return hashlib.sha256(key.encode()).hexdigest()


def chosen_index(key: str, game_id: str, number: int, salt: str, odds: tuple[Fraction, ...]) -> int:
    """Return the index of throw `number`; odds: the probabilities of the possible throws."""
    whole = lcm(*(share.denominator for share in odds))
    digest = hmac.new(key.encode(), f"{game_id}:{number}:{salt}".encode(), hashlib.sha256).digest()
    rest = int.from_bytes(digest, "big") % whole
    for place, share in enumerate(odds):
        rest -= int(share * whole)
        if rest < 0:
            return place
    raise ValueError("the probabilities do not add up to 1")


def throw(key: str, game_id: str, number: int, salt: str, position: Position) -> str:
    """Return throw `number` in a position."""
    return position.moves[chosen_index(key, game_id, number, salt, position.odds)]


def thrower(position: Position) -> int:
    """Return the seat that throws: the one that decides after any throw."""
    turns = (position.play(move).turn for move in position.moves)
    return next((turn for turn in turns if turn >= 0), 0)


class Unfair(ValueError):
    """The dice of a game do not fit their commitment."""


def verify(document: str) -> int:
    """Check the dice of a finished game and return the number of throws.

    document: the text of its dice.json (see `pages.table.records.dice_document`).  Raises Unfair when the key does not
    fit the commitment or a throw does not follow from it, ValueError when the document cannot be read or the key is
    still secret.
    """
    proof: dict[str, Any] = json.loads(document)
    key = proof.get("key")
    if not isinstance(key, str):
        raise ValueError("the key is not revealed before the game is over")
    if commitment(key) != proof["commitment"]:
        raise Unfair("the key does not fit the commitment")
    game = named(proof["game"])
    start = game.parse(proof["start"]) if proof.get("start") else game.start()
    count = 0
    for position, step in _replayed(start, proof["plies"]):
        if position.turn == CHANCE:
            due = throw(key, proof["id"], step["number"], step["salt"], position)
            if due != step["m"]:
                raise Unfair(f"throw {step['number']} is {step['m']}, but the key gives {due}")
            count += 1
    return count


def _replayed(position: Position, plies: list[dict[str, Any]]) -> Iterator[tuple[Position, dict[str, Any]]]:
    for step in plies:
        yield position, step
        position = position.play(step["m"])
