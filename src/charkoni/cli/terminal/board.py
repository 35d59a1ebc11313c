"""A position in the terminal: its diagram in colour, the player to move, the legal moves.

The roles of the diagram become styles, its labels are translated, and changes are underlined.
"""

from itertools import groupby

from rich.text import Text

from charkoni.cli.terminal.screen import COLUMNS, columns
from charkoni.core.constants import CHANCE
from charkoni.core.game import Position
from charkoni.core.game_types import Span
from charkoni.core.record import LETTERS
from charkoni.core.translations import Words
from charkoni.games import names
from charkoni.games.diagram_labels import translated

STYLES = {"board": "#8a8a8a", "dim": "dim", "label": "", "mark": "bold #c77dbb"}
CHANGED = "underline"


def board(words: Words, position: Position, before: Position | None = None) -> list[Text]:
    """Return the lines of the diagram; differences from the position `before` are underlined."""
    changed = _changes(before, position) if before else {}
    return [
        _painted(position, translated(words, line), changed.get(row, frozenset()))
        for row, line in enumerate(position.spans)
    ]


def turn_and_moves(words: Words, position: Position) -> list[Text | str]:
    """Return the lines with the player to move and the legal moves, or with the outcome of a finished game."""
    if position.outcome:
        return [Text(names.result(words, position.game, position.outcome), "bold"), str(position.outcome)]
    count = len(position.moves)
    if position.turn == CHANCE:
        turn = words._("A throw is due.")
        counted = words.ngettext("{n} throw", "{n} throws", count)
    else:
        turn = names.turn(words, position.game, position.turn)
        counted = words.ngettext("{n} legal move", "{n} legal moves", count)
    return [Text(turn, "bold"), f"{counted}:", *columns(position.moves, COLUMNS - 1)]


def _painted(position: Position, line: list[Span], changed: frozenset[int]) -> Text:
    """Return a line of the diagram in colour.  changed: its columns to be underlined."""
    text = Text()
    for style, pieces in groupby(line, key=lambda span: _style(position, span[1])):
        text.append("".join(piece for piece, _ in pieces), style)
    for column in changed:
        text.stylize(CHANGED, column, column + 1)
    text.rstrip()
    return text


def _style(position: Position, role: str) -> str:
    if len(role) == 1 and role in LETTERS[: position.game.players]:
        return names.side(position.game, LETTERS.index(role)).style
    return STYLES.get(role, "")


def _changes(before: Position, after: Position) -> dict[int, frozenset[int]]:
    """Return, for each line, the columns before any label whose character or role has changed."""
    changes: dict[int, frozenset[int]] = {}
    for row, (was, now) in enumerate(zip(before.spans, after.spans, strict=False)):
        old = _characters(was)
        changes[row] = frozenset(
            column
            for column, sign in enumerate(_characters(now))
            if not sign[0].isspace() and (column >= len(old) or old[column] != sign)
        )
    return changes


def _characters(line: list[Span]) -> list[tuple[str, str]]:
    """Return the characters of a line up to its first label, each with its role."""
    signs: list[tuple[str, str]] = []
    for text, role in line:
        if role == "label":
            break
        signs += [(sign, role) for sign in text]
    return signs
