"""A position's diagram in colour: roles become styles, labels are translated, what has changed is marked."""

from collections.abc import Callable
from itertools import groupby

from rich.text import Text

from charkoni.cli import names
from charkoni.cli.words import Words
from charkoni.core.game import Span
from charkoni.core.position import Position
from charkoni.core.record import LETTERS

STYLES = {"board": "#8a8a8a", "dim": "dim", "label": "", "mark": "bold #c77dbb"}
CHANGED = "underline"

_COUNTED: dict[str, Callable[[Words, int], str]] = {
    "towers": lambda words, n: words.ngettext("tower", "towers", n),
}


def board(words: Words, position: Position, before: Position | None = None) -> list[Text]:
    """Return the lines of the diagram; what differs from the position `before` is underlined."""
    changed = _changes(before, position) if before else {}
    return [
        _painted(position, _translated(words, line), changed.get(row, frozenset()))
        for row, line in enumerate(position.spans)
    ]


def _painted(position: Position, line: list[Span], changed: frozenset[int]) -> Text:
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
    """Return per line the columns left of any label that hold another sign, or a sign of another owner, now."""
    changes: dict[int, frozenset[int]] = {}
    for row, (was, now) in enumerate(zip(before.spans, after.spans, strict=False)):
        old = _signs(was)
        changes[row] = frozenset(
            column
            for column, sign in enumerate(_signs(now))
            if not sign[0].isspace() and (column >= len(old) or old[column] != sign)
        )
    return changes


def _signs(line: list[Span]) -> list[tuple[str, str]]:
    """Return the signs of a line up to its first label, with their roles."""
    signs: list[tuple[str, str]] = []
    for text, role in line:
        if role == "label":
            break
        signs += [(sign, role) for sign in text]
    return signs


def _translated(words: Words, line: list[Span]) -> list[Span]:
    """Translate the labels and keep what stands behind them in its column, as far as there is room."""
    spans: list[Span] = []
    owed = 0
    for text, role in line:
        if role == "label":
            said = _label(words, text, spans[-1][0] if spans else "")
            owed += len(said) - len(text)
            spans.append((said, role))
        elif owed:
            shifted = _shifted(text, owed)
            owed -= len(text) - len(shifted)
            spans.append((shifted, role))
        else:
            spans.append((text, role))
    return spans


def _shifted(text: str, owed: int) -> str:
    """Return the text with fewer leading blanks (at least one is kept), or with more when `owed` is negative."""
    if owed < 0:
        return " " * -owed + text
    blanks = len(text) - len(text.lstrip(" "))
    return text[min(owed, max(blanks - 1, 0)) :]


def _label(words: Words, label: str, before: str) -> str:
    """Return a label in the language of the words; one that follows a number takes the form that fits it."""
    core = label.strip()
    number = before.strip()
    if core in _COUNTED and number.isdigit():
        said = _COUNTED[core](words, int(number))
    else:
        said = words._(core) if core else core
    return label.replace(core, said, 1) if core else label
