"""The words on text diagrams in other languages: labels change their length, but the columns behind them stay."""

from collections.abc import Sequence

from charkoni.core.game import Position
from charkoni.core.game_types import Span
from charkoni.core.translations import Words


def translated_diagram(words: Words, position: Position) -> str:
    """Return the diagram of a position as text, without colour, its labels translated."""
    lines = (translated(words, line) for line in position.spans)
    return "\n".join("".join(text for text, _ in line).rstrip() for line in lines)


def translated(words: Words, line: Sequence[Span]) -> list[Span]:
    """Translate the labels of a line; the text after a label keeps its column as far as the blanks before it allow."""
    spans: list[Span] = []
    surplus = 0
    for text, role in line:
        if role == "label":
            label = _label(words, text, spans[-1][0] if spans else "")
            surplus += len(label) - len(text)
            spans.append((label, role))
        elif surplus:
            shifted = _shifted(text, surplus)
            surplus -= len(text) - len(shifted)
            spans.append((shifted, role))
        else:
            spans.append((text, role))
    return spans


def _shifted(text: str, surplus: int) -> str:
    """Return the text with fewer leading blanks, at least one, or with more when `surplus` is negative."""
    if surplus < 0:
        return " " * -surplus + text
    blanks = len(text) - len(text.lstrip(" "))
    return text[min(surplus, max(blanks - 1, 0)) :]


def _label(words: Words, label: str, before: str) -> str:
    """Return a translated label; one that follows a number takes the plural form for it."""
    core = label.strip()
    number = before.strip()
    if core == "towers" and number.isdigit():
        translated = words.ngettext("tower", "towers", int(number))
    else:
        translated = words._(core) if core else core
    return label.replace(core, translated, 1) if core else label
