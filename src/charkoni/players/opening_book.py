"""Books of balanced openings: `openings.jsonl` in a game's folder, published with the package.

A line is an opening of a game with flags:

    {"game": "gana", "start": "", "moves": ["e5e6", "d4d5"], "value": 0.503, "nodes": 100000}

start: the position with which it begins, "" for the usual one.  moves: from there, throws included.  value: the
points that the first player can expect.  nodes: of the search that found it, and found the position after every move
even, too; 0: the value is proved.  `bench/openings.py` makes the files.
"""

import json
from dataclasses import dataclass
from functools import cache
from importlib import resources

from charkoni.core.game import Game
from charkoni.core.random_numbers import below, seeded
from charkoni.core.record import Record

FILE = "openings.jsonl"


@dataclass(frozen=True, slots=True)
class Opening:
    """An opening of a book: start and moves, the first player's expected points, and the nodes, 0 for a proof."""

    start: str
    moves: tuple[str, ...]
    value: float
    nodes: int

    @property
    def is_proved(self) -> bool:
        """Whether the value is exact."""
        return self.nodes == 0

    def record(self, game: Game) -> Record:
        """Return a new record of the opening."""
        record = Record(game, game.parse(self.start) if self.start else None)
        for move in self.moves:
            record.play(move)
        return record


@cache
def opening_book(game: Game) -> tuple[Opening, ...]:
    """Return the openings of a game with its flags, in the order of the file; none where there is no book."""
    path = resources.files(game.family.package).joinpath(FILE)
    if not path.is_file():
        return ()
    lines = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    return tuple(
        Opening(line["start"], tuple(line["moves"]), line["value"], line["nodes"])
        for line in lines
        if line["game"] == game.name
    )


def book_move(record: Record, seed: int) -> str | None:
    """Return the next move of an opening that the record follows, None where there is none.

    Of several openings each is as likely; equal seeds give equal moves.
    """
    played = record.moves
    start = "" if record.start == record.game.start() else str(record.start)
    after = [
        opening.moves[len(played)]
        for opening in opening_book(record.game)
        if opening.start == start and len(opening.moves) > len(played) and opening.moves[: len(played)] == played
    ]
    return after[below(seeded(seed, len(played)), len(after))] if after else None
