"""Mutants: real texts with small random changes, as input for readers."""

import re
from collections.abc import Callable, Iterator, Sequence

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


def mutants(text: str, pool: Sequence[str], random: np.random.Generator, number: int) -> Iterator[str]:
    """Yield `number` mutants of a text.  pool: other texts of the same kind, from which pieces are taken."""
    for _ in range(number):
        tokens = _TOKEN.findall(text)
        for _ in range(1 + int(random.integers(3))):
            change = _CHANGES[random.integers(len(_CHANGES))]
            if tokens or change is _insert:
                change(tokens, pool, random)
        yield "".join(tokens)


def _random_index(tokens: Sequence[object], random: np.random.Generator) -> int:
    return int(random.integers(len(tokens)))


def _delete(tokens: list[str], pool: Sequence[str], random: np.random.Generator) -> None:
    del tokens[_random_index(tokens, random)]


def _duplicate(tokens: list[str], pool: Sequence[str], random: np.random.Generator) -> None:
    tokens.insert(_random_index(tokens, random), tokens[_random_index(tokens, random)])


def _swap(tokens: list[str], pool: Sequence[str], random: np.random.Generator) -> None:
    i, j = _random_index(tokens, random), _random_index(tokens, random)
    tokens[i], tokens[j] = tokens[j], tokens[i]


def _swap_case(tokens: list[str], pool: Sequence[str], random: np.random.Generator) -> None:
    i = _random_index(tokens, random)
    tokens[i] = tokens[i].swapcase()


def _shift(tokens: list[str], pool: Sequence[str], random: np.random.Generator) -> None:
    """Subtract one from a number and add it to another: sums stay."""
    places = [i for i, token in enumerate(tokens) if token.isdecimal() and token.isascii() and len(token) < 10]
    if places:
        i, j = (places[_random_index(places, random)] for _ in range(2))
        tokens[i] = str(int(tokens[i]) + 1)
        tokens[j] = str(max(0, int(tokens[j]) - 1))


def _replace(tokens: list[str], pool: Sequence[str], random: np.random.Generator) -> None:
    """Replace a token by one of another text."""
    if other := _tokens_of_another(pool, random):
        tokens[_random_index(tokens, random)] = other[_random_index(other, random)]


def _splice(tokens: list[str], pool: Sequence[str], random: np.random.Generator) -> None:
    """Replace the rest of the text by the rest of another one."""
    if other := _tokens_of_another(pool, random):
        cut = _random_index(tokens, random)
        tokens[cut:] = other[cut:]


def _tokens_of_another(pool: Sequence[str], random: np.random.Generator) -> list[str]:
    return _TOKEN.findall(pool[_random_index(pool, random)]) if pool else []


def _insert(tokens: list[str], pool: Sequence[str], random: np.random.Generator) -> None:
    """Insert a character that may or may not belong there."""
    signs = " /,:*.-+?>~[]()0123456789aAbBcCdDeEhHkKlnpPrgswx\t\n\u0661"
    tokens.insert(int(random.integers(len(tokens) + 1)), signs[_random_index(signs, random)])


Change = Callable[[list[str], Sequence[str], np.random.Generator], None]
_CHANGES: tuple[Change, ...] = (
    _delete,
    _duplicate,
    _swap,
    _swap,
    _swap_case,
    _shift,
    _replace,
    _splice,
    _insert,
)
