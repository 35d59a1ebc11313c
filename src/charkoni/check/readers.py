"""Contracts of the text readers, for fuzzing: an accepted text is written back exactly, any other raises its error.

Each function reads a text and returns whether it was accepted.  It raises AssertionError when the reader breaks its
contract; other exceptions of the reader propagate.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from charkoni.core.errors import BadGame, BadMove, BadPosition, BadRecord, BadText
from charkoni.core.game import Game
from charkoni.core.record import Record
from charkoni.core.registry import games
from charkoni.core.registry import named as game_of


def read_position(game: Game, text: str) -> bool:
    """Read a position text; an accepted position has a diagram, and its moves can be listed and played."""
    try:
        position = game.parse(text)
    except BadPosition as error:
        _check_error(error)
        return False
    assert str(position) == text, f"read as {position}"
    assert position.diagram.isprintable() or "\n" in position.diagram
    for move in position.moves[:3]:
        child = position.play(move)
        assert game.parse(str(child)) == child, f"{move} leads to {child}, which reads back differently"
    return True


def read_move(game: Game, text: str) -> bool:
    """Read a move text."""
    try:
        code = game.code(text)
    except BadMove as error:
        _check_error(error)
        return False
    assert 0 <= code < game.codes, f"code {code} of {game.codes}"
    assert game.move(code) == text, f"read as {game.move(code)}"
    return True


def read_record(text: str, find: Callable[[str], Game]) -> bool:
    """Read a record in either form; `find` gives a game by its name."""
    accepted = False
    for read, write in ((Record.parse, str), (Record.from_json, Record.json)):
        try:
            record = read(text, find)
        except BadRecord as error:
            _check_error(error)
            assert error.line >= 1 and error.column >= 1, f"line {error.line}, column {error.column}"
            continue
        accepted = True
        written = write(record)
        again = read(written, find)
        assert again == record, "the record reads back differently"
        assert write(again) == written, "the record is written differently the second time"
    return accepted


def read_name(text: str) -> bool:
    """Read the name of a game."""
    try:
        game = game_of(text)
    except BadGame as error:
        _check_error(error)
        return False
    assert game_of(game.name) is game and game.family.name in games()
    return True


def _check_error(error: BadText) -> None:
    assert error.reason.code.isupper()
    assert str(error)


READERS: Mapping[str, Callable[[Game, str], bool]] = MappingProxyType(
    {
        "position": read_position,
        "move": read_move,
        "record": lambda game, text: read_record(text, lambda name: game),
        "name": lambda game, text: read_name(text),
    }
)
"""The readers by the kind of text; only those of positions and moves use the game."""
