"""The grammar of the names of games: `name:flag,other=value`."""

import re

from charkoni.core.errors import N_, BadGame, Reason

_WORD = re.compile(r"([a-z][a-z0-9]*)(?:=([a-z0-9]+))?")

UNKNOWN_GAME = N_("no such game; there are {games}")
UNKNOWN_FLAG = N_("there is no flag {flag}; flags here: {flags}")
UNKNOWN_VALUE = N_("the flag {flag} cannot be {value!r}; its values: {values}")
_BAD_NAME = N_("a game name is the game, then perhaps a colon and flags joined by commas, as in {example}")
_EXAMPLE = "name:flag,other=value"
_TWICE = N_("the flag {flag} is named twice")


def split_name(name: str) -> tuple[str, list[tuple[str, str | None]]]:
    """Return the game's own name and its flags as written, with their values or None; raise BadGame."""
    head, colon, tail = name.partition(":")
    if not re.fullmatch(r"[a-z][a-z0-9]*", head) or (colon and not tail):
        raise BadGame(name, Reason("BAD_NAME", "", _BAD_NAME, {"example": _EXAMPLE}))
    words: list[tuple[str, str | None]] = []
    for word in tail.split(",") if tail else []:
        match = _WORD.fullmatch(word)
        if not match:
            raise BadGame(name, Reason("BAD_NAME", "", _BAD_NAME, {"example": _EXAMPLE}))
        flag, value = match.groups()
        if any(flag == earlier for earlier, _ in words):
            raise BadGame(name, Reason("BAD_NAME", "", _TWICE, {"flag": flag}))
        words.append((flag, value))
    return head, words
