"""Settings of a tournament in words: their names and the meaning of their values."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from charkoni.core.errors import N_, BadText
from charkoni.core.registry import named
from charkoni.core.translations import Words
from charkoni.games import names
from charkoni.tournament.model.games import profiles
from charkoni.tournament.model.settings import CHOICE_TITLES, TITLES
from charkoni.tournament.pairing import systems

_YES, _NO = N_("yes"), N_("no")


def setting_names(words: Words, settings: Sequence[str]) -> str:
    """Return what some settings are called, with commas between them."""
    return ", ".join(words._(TITLES[name]) for name in settings)


def settings_text(words: Words, settings: Mapping[str, object]) -> str:
    """Return settings with their values in words: "Rounds: 5; Boards: online".  settings: JSON values by name."""
    return "; ".join(
        f"{words._(TITLES.get(name, name))}: {value_text(words, name, settings[name])}" for name in settings
    )


def value_text(words: Words, name: str, value: Any) -> str:
    """Return the value of a setting in words.  value: as JSON."""
    if name == "system" and value in systems.TITLES:
        return words._(systems.TITLES[value])
    if name == "profile" and value in profiles():
        return words._(profiles()[value].title)
    if name == "game":
        with suppress(BadText):  # the game is not installed
            return names.game_name(words, named(value))
    if isinstance(value, bool):
        return words._(_YES if value else _NO)
    if isinstance(value, Mapping):
        return ", ".join(f"{half / 2:g}" for half in value.values())
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ", ".join(map(str, value)) or "–"
    title = CHOICE_TITLES.get(name, {}).get(str(value))
    return words._(title) if title else str(value) or "–"
