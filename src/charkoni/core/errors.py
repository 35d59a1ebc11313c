"""The errors of Charkoni, all of them `ValueError`, and the reasons they carry.

    BadText           a text that cannot be read
      BadGame         an unknown game, flag or value of a flag
      BadMove         no move of this game
      BadPosition     no position of this game
      BadRecord       no record of a game; carries line and column
    IllegalMove       a readable move that the rules forbid here

A message is always: the text in quotes, where it stood, and the reason with its clause.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Self

from charkoni.core.translations import fields_in

Translate = Callable[[str], str]


def untranslated(message: str) -> str:
    """Return the message unchanged: the translation into English."""
    return message


def N_(message: str) -> str:
    """Mark a literal for the message catalogues; it is translated only where it is shown."""
    return message


_IN = N_("in")


@dataclass(frozen=True, slots=True)
class Reason:
    """Why something is refused: a stable code, the clause of the rules, and a sentence for people.

    `template` is an English sentence with fields, the key of the message catalogues;
    `args` fills its fields; of a side it holds the name.
    """

    code: str
    clause: str
    template: str
    args: Mapping[str, object] = field(default_factory=dict)

    def message(self, translate: Translate = untranslated) -> str:
        """Return the sentence, followed by the clause."""
        sentence = translate(self.template).format_map(fields_in(self.args, translate))
        return f"{sentence} ({self.clause})" if self.clause else sentence


class Refusal(ValueError):
    """Base of all errors.  text: the refused text.  reason: why.  where: the surrounding text, "" if unknown."""

    def __init__(self, text: str, reason: Reason, where: str = "") -> None:
        super().__init__(text, reason, where)
        self.text = text
        self.reason = reason
        self.where = where

    def __str__(self) -> str:
        return self.message()

    def message(self, translate: Translate = untranslated) -> str:
        """Return the whole message in the language of `translate`."""
        place = f" {translate(_IN)} {shorten(self.where)!r}" if self.where else ""
        return f"{shorten(self.text)!r}{place}: {self.reason.message(translate)}"

    def at(self, where: str) -> Self:
        """Return the same error with the position it happened in."""
        return type(self)(self.text, self.reason, where)


class BadText(Refusal):
    """A text that cannot be read."""


class BadGame(BadText):
    """An unknown game or flag, or an invalid value of a flag."""


class BadMove(BadText):
    """A text that is not a move of the game in any position."""


class BadPosition(BadText):
    """A text that is not a position of the game: it violates the grammar or an invariant ("Valid" in the rules)."""


class BadRecord(BadText):
    """A record that cannot be parsed or replayed; `line` and `column` count from 1."""

    def __init__(self, text: str, reason: Reason, where: str = "", line: int = 0, column: int = 0) -> None:
        super().__init__(text, reason, where)
        self.args = (text, reason, where, line, column)
        self.line = line
        self.column = column

    def message(self, translate: Translate = untranslated) -> str:
        """Return the whole message, line and column first."""
        place = translate(N_("line {line}, column {column}")).format(line=self.line, column=self.column)
        return f"{place}: {super().message(translate)}"


class IllegalMove(Refusal):
    """A well-formed move that is illegal in the position; the reason names the clause."""


def shorten(text: str, most: int = 400) -> str:
    """Return the text, its middle left out when it is longer than `most` characters."""
    if len(text) <= most:
        return text
    half = (most - 5) // 2
    return f"{text[:half]} ... {text[-half:]}"
