"""Mutants: real texts with small random changes, as input for readers."""

import re
from collections.abc import Iterator, Sequence

import numpy as np

_TOKEN = re.compile(r"[0-9]+|.", re.DOTALL)

HOPELESS = (
    "",
    " ",
    "\n",
    "\0",
    "a",
    "0",
    "-",
    "--",
    "a a",
    "\N{CYRILLIC SMALL LETTER A}",
    "\N{ARABIC-INDIC DIGIT ONE}",
    "\N{SUPERSCRIPT TWO}",
    "None",
    "9" * 400,
    "/" * 100,
    "((((((((",
    "%s{0}{x}",
)
"""Texts that no game reads as a position; a few may be moves."""


_SIGNS = " /,:*.-+?>~[]()0123456789aAbBcCdDeEhHkKlnpPrgswx\t\n\u0661"
"""Characters to insert, which may or may not belong there."""
_CHANGES = ("delete", "duplicate", "swap", "swap", "case", "shift", "replace", "splice", "insert")
"""The kinds of changes, each as likely as any other."""


def mutants(text: str, pool: Sequence[str], random: np.random.Generator, number: int) -> Iterator[str]:
    """Yield `number` mutants of a text.  pool: other texts of the same kind, from which pieces are taken."""
    for _ in range(number):
        tokens = _TOKEN.findall(text)
        for _ in range(1 + int(random.integers(3))):
            change = _CHANGES[random.integers(len(_CHANGES))]
            if tokens or change == "insert":
                _change(tokens, change, pool, random)
        yield "".join(tokens)


def _change(tokens: list[str], change: str, pool: Sequence[str], random: np.random.Generator) -> None:
    """Change the tokens of a text in place."""

    def place(things: Sequence[object] = tokens) -> int:
        return int(random.integers(len(things)))

    if change == "insert":
        tokens.insert(int(random.integers(len(tokens) + 1)), _SIGNS[place(_SIGNS)])
    elif change == "delete":
        del tokens[place()]
    elif change == "duplicate":
        tokens.insert(place(), tokens[place()])
    elif change == "swap":
        i, j = place(), place()
        tokens[i], tokens[j] = tokens[j], tokens[i]
    elif change == "case":
        i = place()
        tokens[i] = tokens[i].swapcase()
    elif change == "shift":  # one is subtracted from a number and added to another: sums stay
        places = [i for i, token in enumerate(tokens) if token.isdecimal() and token.isascii() and len(token) < 10]
        if places:
            i, j = places[place(places)], places[place(places)]
            tokens[i] = str(int(tokens[i]) + 1)
            tokens[j] = str(max(0, int(tokens[j]) - 1))
    elif other := _TOKEN.findall(pool[place(pool)]) if pool else []:
        if change == "replace":
            tokens[place()] = other[place(other)]
        else:  # the rest of another text
            cut = place()
            tokens[cut:] = other[cut:]
