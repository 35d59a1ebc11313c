"""The equipment of a game: board, pieces, dice, each with its clause and a predicate of the start position.

`teaching/equipment.toml` of a game folder, which may be missing, has an array of tables `equipment`, whose keys are the
fields of `_WrittenThing`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from functools import lru_cache
from pathlib import Path

from charkoni.core.catalog import Provenance
from charkoni.core.files.data_files import read_file
from charkoni.core.game import Game, Position
from charkoni.core.game_types import Flags
from charkoni.core.teaching.guide import condition, fits


@dataclass(frozen=True, slots=True)
class Equipment:
    """A thing that is needed.

    text: a sentence, with the fields of `values`.  clause: of the rule page.  holds: a predicate true of the start
    position of every variant that needs it; tests check it.  verdict: its relation to the source, None for that of the
    clause.  pieces: how many of each symbol of the board's layout it is, as far as they can be cut out of paper.
    paper: what is cut out round the middle of each: left and upper edge, width and height, in units of the board.
    """

    text: str
    clause: str
    holds: Callable[[Position], bool]
    values: Mapping[str, object] = field(default_factory=dict)
    verdict: Provenance | None = None
    pieces: Mapping[str, int] = field(default_factory=dict)
    paper: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class _WrittenThing:
    """A thing as it is written.

    counts: the name of a function in `teaching/conditions.py` from the flags to the fields of the other texts.  start:
    a pattern (as in `fnmatch`) of the text of the start position.  moves: some moves or throws that it has.  flags: the
    values of flags with which the thing is needed.  pieces, paper: as in `Equipment`; symbols may have these fields.
    """

    text: str
    clause: str
    counts: str = ""
    start: str = "*"
    moves: tuple[str, ...] = ()
    flags: Mapping[str, str] = field(default_factory=dict)
    verdict: Provenance | None = None
    pieces: Mapping[str, int] = field(default_factory=dict)
    paper: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class _WrittenThings:
    equipment: tuple[_WrittenThing, ...]


@lru_cache(maxsize=128)
def equipment_of(game: Game) -> tuple[Equipment, ...]:
    """Return the equipment of a game; nothing if its folder lists none.  Raise BadDataFile."""
    path = game.family.folder / "teaching" / "equipment.toml"
    written = read_file(_WrittenThings, path).equipment if path.is_file() else ()
    return tuple(_thing(each, game, path) for each in written if fits(each.flags, game))


def _thing(written: _WrittenThing, game: Game, path: Path) -> Equipment:
    counts: Callable[[Flags], dict[str, object]] | None = condition(written.counts, written.text, game, path)
    values = counts(game.flags) if counts else {}
    pattern, moves = written.start.format(**values), {move.format(**values) for move in written.moves}

    def holds(start: Position) -> bool:
        return fnmatchcase(str(start), pattern) and moves <= set(start.moves)

    said = {name: value for name, value in values.items() if f"{{{name}}}" in written.text}
    pieces = {symbol.format(**values): count for symbol, count in written.pieces.items()}
    return Equipment(written.text, written.clause, holds, said, written.verdict, pieces, written.paper)
