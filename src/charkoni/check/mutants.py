"""Texts that are nearly right: real ones with small changes, to try readers with."""

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
    """Yield changed versions of a text; `pool` holds other texts of the same kind to take pieces from."""
    for _ in range(number):
        tokens = _TOKEN.findall(text)
        for _ in range(1 + int(random.integers(3))):
            _CHANGES[random.integers(len(_CHANGES))](tokens, pool, random)
        yield "".join(tokens)


def _at(tokens: Sequence[object], random: np.random.Generator) -> int:
    return int(random.integers(len(tokens)))


def _leave_out(tokens: list[str], pool: Sequence[str], random: np.random.Generator) -> None:
    if tokens:
        del tokens[_at(tokens, random)]


def _double(tokens: list[str], pool: Sequence[str], random: np.random.Generator) -> None:
    if tokens:
        tokens.insert(_at(tokens, random), tokens[_at(tokens, random)])


def _exchange(tokens: list[str], pool: Sequence[str], random: np.random.Generator) -> None:
    if tokens:
        i, j = _at(tokens, random), _at(tokens, random)
        tokens[i], tokens[j] = tokens[j], tokens[i]


def _swap_case(tokens: list[str], pool: Sequence[str], random: np.random.Generator) -> None:
    if tokens:
        i = _at(tokens, random)
        tokens[i] = tokens[i].swapcase()


def _shift(tokens: list[str], pool: Sequence[str], random: np.random.Generator) -> None:
    """Take one from a number and add it to another: sums stay."""
    places = [i for i, token in enumerate(tokens) if token.isdecimal() and token.isascii() and len(token) < 10]
    if places:
        i, j = (places[_at(places, random)] for _ in range(2))
        tokens[i] = str(int(tokens[i]) + 1)
        tokens[j] = str(max(0, int(tokens[j]) - 1))


def _borrow(tokens: list[str], pool: Sequence[str], random: np.random.Generator) -> None:
    """Put a token of another text in the place of one."""
    other = _TOKEN.findall(pool[_at(pool, random)]) if pool else []
    if tokens and other:
        tokens[_at(tokens, random)] = other[_at(other, random)]


def _splice(tokens: list[str], pool: Sequence[str], random: np.random.Generator) -> None:
    """Go on as another text does."""
    other = _TOKEN.findall(pool[_at(pool, random)]) if pool else []
    if tokens and other:
        cut = _at(tokens, random)
        tokens[cut:] = other[cut:]


def _intrude(tokens: list[str], pool: Sequence[str], random: np.random.Generator) -> None:
    """Insert a character that may or may not belong there."""
    signs = " /,:*.-+?>~[]()0123456789aAbBcCdDeEhHkKlnpPrgswx\t\n\u0661"
    tokens.insert(int(random.integers(len(tokens) + 1)), signs[_at(signs, random)])


Change = Callable[[list[str], Sequence[str], np.random.Generator], None]
_CHANGES: tuple[Change, ...] = (
    _leave_out,
    _double,
    _exchange,
    _exchange,
    _swap_case,
    _shift,
    _borrow,
    _splice,
    _intrude,
)
