"""Which settings can be, and what a profile stands for."""

import dataclasses
import datetime
from collections.abc import Mapping
from typing import Any

from charkoni.core.errors import mark
from charkoni.tournament.model import json_shape, schedule
from charkoni.tournament.model.errors import BadFile, BadSetting, NotNow, NotTwoSided, refusal
from charkoni.tournament.model.event import PLACES, PROFILES, ROBIN_TIEBREAKS, SYSTEMS, Settings, Tournament
from charkoni.tournament.model.person_names import checked_line
from charkoni.tournament.pairing.input import Points
from charkoni.tournament.pairing.lots import checked_seed
from charkoni.tournament.standings.prizes import checked_fund
from charkoni.tournament.standings.tiebreaks import ARTICLES, EDITION

_CHOICE = mark("{name} is one of {choices}")
_NUMBER = mark("{name} must be {low} to {high}")
_POINTS = mark("points must be a loss ≤ a draw ≤ a win, and a bye at most a win")
_TIEBREAKS = mark("there is no tie-break {name}; there are {choices}")
_ROBIN_ONLY = mark("the tie-break {name} is for round robins")
_STARTED = mark("{name} cannot change after the first round is paired")
_SIDES = mark("tournaments pair two sides; {game} has {sides}")
_BEHIND = mark("{rounds} rounds are paired already")
_DATE = mark("a date is written 2026-11-21")

CHOICES = {
    "profile": PROFILES,
    "system": SYSTEMS,
    "games": ("1", "2", "best-of-3"),
    "first": ("lots", "balanced"),
    "boards": PLACES,
    "rounds_by": ("hand", "server", "times"),
    "number_by": ("rating", "title", "name", "lot"),
    "edition": ("dutch-2026-02-01",),
    "tiebreak_edition": (EDITION,),
    "split": ("place", "equal"),
}
RANGES = {
    "rounds": (0, 78), "half_byes": (0, 20), "half_bye_last": (0, 78), "clock": (1, 600), "round_minutes": (1, 1440),
    "forfeit_after": (0, 600), "interval": (5, 604800), "delay": (0, 3600),
}  # fmt: skip
FROZEN = ("system", "game", "points", "edition", "tiebreak_edition", "games", "seed", "accelerated", "number_by")
"""What round 1 fixes."""

_PROFILES: dict[str, dict[str, Any]] = {
    "mangala-wng": {"first": "lots", "clock": 15, "round_minutes": 30, "forfeit_after": 15},
    "classic": {"first": "balanced", "forfeit_after": 10},
}


def changed(tournament: Tournament, data: Mapping[str, Any]) -> Settings:
    """Return the settings with some of them changed; raise BadSetting, NotNow or NotTwoSided."""
    old = tournament.settings
    wanted = dict(data)
    if "profile" in wanted and wanted["profile"] in _PROFILES:
        wanted = _PROFILES[wanted["profile"]] | wanted
    robin = wanted.get("system", old.system) in SYSTEMS[1:3]
    if robin and "tiebreaks" not in wanted and old.system == "swiss":
        wanted["tiebreaks"] = ["GP"] * ("GP" in old.tiebreaks) + list(ROBIN_TIEBREAKS)
    if "games" in wanted and "tiebreaks" not in wanted:
        # Points of the games of a round are the first tie-break where a round has several.
        usual = [name for name in (list(ROBIN_TIEBREAKS) if robin else old.tiebreaks) if name != "GP"]
        wanted["tiebreaks"] = ([] if wanted["games"] == "1" else ["GP"]) + usual
    try:
        new = json_shape.load(Settings, _all(old) | wanted, "settings")
    except BadFile as error:
        raise BadSetting(error.text, error.reason) from None
    _check(new)
    if tournament.rounds:
        for name in FROZEN:
            if getattr(new, name) != getattr(old, name):
                raise refusal(NotNow, getattr(new, name), _STARTED, name=name)
        if new.rounds < len(tournament.rounds):
            raise refusal(BadSetting, new.rounds, _BEHIND, rounds=len(tournament.rounds))
    if tournament.phase == "playing" and new.rounds != old.rounds:
        if not new.rounds:
            raise refusal(BadSetting, new.rounds, _NUMBER, name="rounds", low=1, high=RANGES["rounds"][1])
        schedule.of_system(new.system, sum(1 for entry in tournament.entries if entry.number), new.rounds)
    return new


def _all(settings: Settings) -> dict[str, Any]:
    values = {field.name: json_shape.dump(getattr(settings, field.name)) for field in dataclasses.fields(settings)}
    return values | {"points": json_shape.dump(settings.points)}


def _check(settings: Settings) -> None:
    for name, choices in CHOICES.items():
        if getattr(settings, name) not in choices:
            raise refusal(BadSetting, getattr(settings, name), _CHOICE, name=name, choices=", ".join(choices))
    for name, (low, high) in RANGES.items():
        if not low <= getattr(settings, name) <= high:
            raise refusal(BadSetting, getattr(settings, name), _NUMBER, name=name, low=low, high=high)
    for name in ("name", "place", "arbiter"):
        checked_line(getattr(settings, name), BadSetting)
    for name in ("start", "end"):
        _date(getattr(settings, name))
    schedule.timetable(settings.times, settings.zone)
    _check_points(settings.points)
    for name in settings.tiebreaks:
        if name not in ARTICLES:
            raise refusal(BadSetting, name, _TIEBREAKS, name=name, choices=", ".join(ARTICLES))
        if name == "KS" and settings.system == "swiss":
            raise refusal(BadSetting, name, _ROBIN_ONLY, name=name)
    if settings.seed:
        checked_seed(settings.seed)
    for fund in settings.prizes:
        checked_fund(fund)


def _check_points(points: Points) -> None:
    if (
        not 0 <= points.loss <= points.draw <= points.win <= 20
        or not points.win > 0
        or not 0 <= points.bye <= points.win
    ):
        text = f"{points.win / 2:g}-{points.draw / 2:g}-{points.loss / 2:g}, {points.bye / 2:g}"
        raise refusal(BadSetting, text, _POINTS)


def _date(text: str) -> None:
    try:
        if text:
            datetime.date.fromisoformat(text.replace("/", "-"))
    except ValueError:
        raise refusal(BadSetting, text, _DATE) from None


def checked_game(name: str) -> str:
    """Return the full name of a game that two sides play; raise BadGame or NotTwoSided."""
    from charkoni.games import game

    found = game(name)
    sides = len(set(found.sides))
    if sides != 2:
        raise refusal(NotTwoSided, name, _SIDES, game=found.name, sides=sides)
    return found.name
