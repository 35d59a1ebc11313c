"""The proof of a game's dice: its document, and the check against data kept since before the first throw.

A document alone proves nothing: an inventor of a game can choose key and seeds afterwards to get any throws.  A proof
needs earlier commitments kept by somebody other than the server: a player's receipt, or the server's commitment shown
before the first throw.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from charkoni.core.constants import CHANCE
from charkoni.core.game import Position
from charkoni.core.registry import named
from charkoni.web.live.game import dice

if TYPE_CHECKING:  # the check itself needs none of the packages of a server
    from charkoni.web.live.game.live_game import LiveGame

Document = dict[str, Any]
"""A document as JSON, see `document_of`, or one of its plies; nothing in it is trusted."""

VERSION = 2
"""The version of the protocol; in version 1 the thrower chose a salt for each throw, without a commitment."""


def document_of(live: "LiveGame") -> dict[str, object]:
    """Return the document of a game's dice.

    version; id, game, start (position); commitments (by seat), commitment (the server's) and faces (the possible
    throws) as far as they are known; plies (m, and of throws the number); once the game is over seeds (by seat, of
    commitment "-" the word, else "") and key.
    """
    state = live.dice
    document: dict[str, object] = {
        "version": VERSION,
        "id": live.row.id,
        "game": live.game.name,
        "start": live.row.start,
        "commitments": state.listed,
        "commitment": state.commitment,
        "faces": state.faces,
        "plies": [
            {"m": ply.move, "seat": origin.seat} if origin.number < 0 else {"m": ply.move, "number": origin.number}
            for ply, origin in zip(live.record.plies, live.origins, strict=True)
        ],
    }
    if live.state in ("over", "called-off") and state.key:
        # Only now: with the key all throws to come could be computed.
        document |= {"key": state.key, "seeds": [state.secrets.get(seat, "") for seat in range(state.seats)]}
    return document


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
    throws, unbound, seen = _check_throws(proof, dice.shares_of(commitments, dict(enumerate(seeds))))
    expected = list(kept.get("throws", []))
    # A receipt knows the throws that its holder has seen; the game may have gone on.
    if seen[: len(expected)] != expected:
        raise DiceMismatch("the throws of the document are not those that were seen in the game")
    kinds = [{dice.WORD: "word", dice.ABSENT: "absent"}.get(each, "seed") for each in commitments]
    seats = {kind: tuple(seat for seat, of in enumerate(kinds) if of == kind) for kind in ("seed", "word", "absent")}
    own = tuple(sorted(int(seat) for seat in kept.get("seeds", {})))
    return Proof(throws, unbound, seats["seed"], seats["word"], seats["absent"], own)


def _check_promises(proof: Document, kept: Document, commitments: list[str], seeds: list[str]) -> None:
    """Raise DiceMismatch unless key and seeds are those that were promised to the holder of a receipt or commitment."""
    id_ = str(proof["id"])
    if "game" in kept and kept["game"] != id_:
        raise ValueError(f"the receipt is of the game {kept['game']}, the document of {id_}")
    promised = dice.key_commitment(id_, proof["key"], proof["faces"], commitments)
    if promised != kept["commitment"]:
        raise DiceMismatch("the key does not fit the commitment of the server")
    if kept.get("commitments", commitments) != commitments:
        raise DiceMismatch("the commitments of the players are not those of the receipt")
    for seat, (commitment, seed) in enumerate(zip(commitments, seeds, strict=True)):
        # 64 hexadecimal digits are a commitment; WORD and ABSENT promise nothing.
        if len(commitment) == 64 and dice.seed_commitment(id_, seat, seed) != commitment:
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
        place = dice.chosen_index(proof["key"], str(proof["id"]), len(seen), shares, position.odds)
        if position.moves[place] != step["m"]:
            raise DiceMismatch(f"throw {len(seen)} is {step['m']}, but key and seeds give {position.moves[place]}")
        if not seen and proof["faces"] and dice.faces(position) != proof["faces"]:
            raise DiceMismatch("the possible throws are not those that were promised")
        seen.append(step["m"])
    return len(seen), unbound, seen


def _replayed(position: Position, plies: list[Document]) -> Iterator[tuple[Position, dict[str, object]]]:
    for step in plies:
        yield position, step
        position = position.play(step["m"])
