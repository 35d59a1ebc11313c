"""Settings of a tournament: choices, ranges, profiles, and the one parser of their texts and JSON values."""

import datetime
import re
import typing
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from charkoni.core.errors import N_
from charkoni.core.files.data_files import read_file
from charkoni.core.translations import Name
from charkoni.games import DEFAULT_GAME, DEFAULT_PROFILE
from charkoni.tournament.model import schedule
from charkoni.tournament.model.categories import checked_fund, fund_texts, key, parse_categories, rule_texts
from charkoni.tournament.model.errors import BadFile, BadSetting, refusal
from charkoni.tournament.model.games import checked_game, profile_named, profiles
from charkoni.tournament.model.person_names import checked_line
from charkoni.tournament.model.serialization import STRICT, dump, load, with_config

PAIRING_EDITION = "dutch-2026-02-01"
TIEBREAK_EDITION = "tiebreak-2026-03-01"


@dataclass(frozen=True, slots=True)
class Tiebreak:
    """A tie-break.  text: what it counts, a sentence.  article: of FIDE, empty for one that FIDE does not have."""

    text: str
    article: str = ""


@dataclass(frozen=True, slots=True)
class SettingText:
    """A setting in words, or one of its values.  range: the least and greatest number.  choices: the few values."""

    title: str
    range: tuple[int, ...] = ()
    choices: "Mapping[str, SettingText]" = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Data:
    settings: Mapping[str, SettingText]
    tiebreaks: Mapping[str, Tiebreak]


_DATA = read_file(_Data, Path(__file__).with_suffix(".toml"))
_TEXTS = _DATA.settings
TIEBREAKS = _DATA.tiebreaks
"""All tie-breaks by their codes: GP and GD of the points of games, SD of stones, LOT, and those of FIDE."""

TITLES = {name: text.title for name, text in _TEXTS.items()}
"""The names of the settings for users."""

RANGES = {name: (text.range[0], text.range[1]) for name, text in _TEXTS.items() if text.range}
"""The least and greatest value of numeric settings."""

CHOICE_TITLES = {
    name: {value: each.title for value, each in text.choices.items()} for name, text in _TEXTS.items() if text.choices
}
"""The names of the choices for users."""

CHOICES = {name: tuple(titles) for name, titles in CHOICE_TITLES.items()} | {
    "edition": (PAIRING_EDITION,),
    "tiebreak_edition": (TIEBREAK_EDITION,),
}
"""The choices of settings by name.  Those of `system` and `profile` are in `pairing.systems` and `profiles`."""

FROZEN = (
    "system", "game", "points", "edition", "tiebreak_edition", "games", "seed", "accelerated", "number_by", "openings",
)  # fmt: skip
"""Settings that do not change after round 1 is paired."""


@with_config(STRICT)
@dataclass(frozen=True, slots=True)
class Points:
    """Half points of the results.  bye: of the pairing-allocated bye."""

    win: int = 2
    draw: int = 1
    loss: int = 0
    bye: int = 2

    def of(self, mark: str) -> int:
        """Return the half points of a mark (see `pairing.input`)."""
        if mark in "1W+F":
            return self.win
        if mark in "=DH":
            return self.draw
        if mark in "0L":
            return self.loss
        return self.bye if mark == "U" else 0


USUAL_POINTS = Points()
_FLAGS = dict.fromkeys(("yes", "true", "1", "on"), True) | dict.fromkeys(("no", "false", "0", "off", ""), False)


def edition_date(edition: str) -> str:
    """Return the date on which an edition of rules came into force: dutch-2026-02-01 -> 2026-02-01."""
    return edition.partition("-")[2]


def points_text(points: int) -> str:
    """Return half points as a decimal: 3 -> 1.5."""
    return f"{points // 2}.{5 * (points % 2)}"


def printed_points(points: int) -> str:
    """Return half points as printed: 0, ½, 1, 2½."""
    return f"{points // 2 or ''}½" if points % 2 else str(points // 2)


SWISS_TIEBREAKS = ("BH/C1", "BH", "SB", "DE", "WIN")


@with_config(STRICT)
@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a tournament; choices of texts are in CHOICES, ranges of numbers in RANGES.

    start, end: dates, `2026-11-21`.  game: full name, with its flags.  rounds: 0 before the list is closed.
    edition, tiebreak_edition: of the rules.  tiebreaks: codes in their order (TIEBREAKS).  games: of a round, see
    FORMATS.  first: the first mover by lot, or the first side of the pairing.  openings: games begin as the rules say
    or with an opening of the book, see `pairing.openings`.  number_by: the order of pairing numbers.
    accelerated: Baku.  half_byes: the most half-point byes of an entry.  half_bye_last: the last round with them, 0 for
    any.  lone_reports: a single report counts after five minutes.  clock: minutes for each player and game.
    round_minutes: minutes of a whole round.  forfeit_after: minutes after which an absent player loses.
    first_table: its number, where the hall is shared with other events.  boards: where games are played.
    rounds_by: rounds are started by the arbiter, by the server after the last game, or by the server at `times`.
    interval: seconds between the last result and a round that the server starts.
    times: begins of the rounds, `2026-11-21 10:00` in the zone.  zone: `+06:00`.  late_half: a late entry of an online
    event gets half a point for round 1.  delay: seconds by which public live boards lag behind.
    seed: of all lots, see `checked_seed`.  prizes: funds, `300,200,100` or `U20:100,50`.  split: equal points share
    prizes by place or equally.  categories: their rules, `Girls: f, 2009+`, see `model.categories`.
    """

    name: str = ""
    place: str = ""
    start: str = ""
    end: str = ""
    country: str = ""
    arbiter: str = ""
    profile: str = DEFAULT_PROFILE
    game: str = DEFAULT_GAME
    system: str = "swiss"
    rounds: int = 0
    edition: str = PAIRING_EDITION
    tiebreak_edition: str = TIEBREAK_EDITION
    tiebreaks: tuple[str, ...] = SWISS_TIEBREAKS
    points: Points = USUAL_POINTS
    games: str = "1"
    first: str = "lots"
    openings: str = "rules"
    number_by: str = "rating"
    accelerated: bool = False
    half_byes: int = 0
    half_bye_last: int = 0
    lone_reports: bool = False
    clock: int = 15
    round_minutes: int = 30
    forfeit_after: int = 15
    first_table: int = 1
    boards: str = "tables"
    rounds_by: str = "hand"
    interval: int = 60
    times: tuple[str, ...] = ()
    zone: str = "+00:00"
    late_half: bool = False
    delay: int = 0
    seed: str = ""
    prizes: tuple[str, ...] = ()
    split: str = "place"
    categories: tuple[str, ...] = ()


USUAL_SETTINGS = Settings()


@cache
def setting_types() -> Mapping[str, object]:
    """Return the type of every setting by its name."""
    return typing.get_type_hints(Settings)


def parse_settings(texts: Mapping[str, str]) -> dict[str, object]:
    """Return the JSON values of settings from their texts; raise BadSetting.  `sets=5` is `games=sets-of-5`."""
    full = dict(texts)
    if "sets" in full:
        full["games"] = f"sets-of-{full.pop('sets')}"
    return {name: parse_setting(name, text) for name, text in full.items()}


def parse_setting(name: str, text: str) -> object:
    """Return the JSON value of a setting from its text; raise BadSetting for an unknown name or unreadable text.

    Whole numbers in digits; flags `yes`, `true`, `1`, `on` or `no`, `false`, `0`, `off`, empty; points
    `win,draw,loss,bye` in whole and half points (1,0.5,0,1), without a bye that of a win; lists as in
    `model.categories`, those of other settings without slashes.
    """
    kind = setting_types().get(name)
    if kind is None:
        raise refusal(BadSetting, f"{name}={text}", "no-setting", names=", ".join(setting_types()))
    if kind is Points:
        return _parse_points(name, text)
    if kind is int:
        if not (text.isascii() and text.isdigit()):
            raise refusal(BadSetting, f"{name}={text}", N_("a whole number is needed"))
        return int(text)
    if kind is bool:
        if text.lower() not in _FLAGS:
            raise refusal(BadSetting, f"{name}={text}", "yes-no", name=Name(TITLES[name], ""), one="yes", other="no")
        return _FLAGS[text.lower()]
    if kind is str:
        return text.strip().replace("/", "-") if name in ("start", "end") else text
    if name == "prizes":
        return fund_texts(text)
    if name == "categories":
        return rule_texts(text)
    return [part.strip().upper() for part in re.split("[,;]", text) if part.strip()]


def _parse_points(name: str, text: str) -> dict[str, int]:
    try:
        halves = [2 * float(part.replace("½", ".5")) for part in text.split(",")]
    except ValueError:
        halves = []
    if len(halves) not in (3, 4) or any(half != int(half) for half in halves):
        raise refusal(BadSetting, f"{name}={text}", N_("points are written win,draw,loss,bye: 1,0.5,0,1"))
    numbers = [int(half) for half in halves]
    return dict(zip(("win", "draw", "loss", "bye"), [*numbers, numbers[0]][:4], strict=True))


def setting_text(settings: Settings, name: str) -> str:
    """Return a setting as the text that `parse_setting` reads; a flag as `True` or `False`."""
    value = getattr(settings, name)
    if isinstance(value, Points):
        return ",".join(f"{part / 2:g}" for part in (value.win, value.draw, value.loss, value.bye))
    if isinstance(value, tuple):
        return ("; " if name in ("prizes", "categories") else ",").join(value)
    return str(value)


def with_full_game_name(changes: Mapping[str, object]) -> dict[str, object]:
    """Return changes of settings with the game, if there is one, under its full name; raise BadGame, NotTwoSided."""
    return {name: checked_game(str(value)) if name == "game" else value for name, value in changes.items()}


def with_changes(settings: Settings, changes: Mapping[str, object]) -> Settings:
    """Return settings after changes; raise BadSetting for unknown names, wrong types and values out of range.

    changes: JSON values by name.
    """
    try:
        new = load(Settings, dump(settings) | dict(changes), "settings")
    except BadFile as error:
        raise BadSetting(error.text, error.reason) from None
    _check(new)
    return new


def _check(settings: Settings) -> None:
    if profile_named(settings.profile, settings.game) is None:
        demand_choice(settings, "profile", tuple(profiles()))
    for name, choices in CHOICES.items():
        demand_choice(settings, name, choices)
    for name, (low, high) in RANGES.items():
        if not low <= getattr(settings, name) <= high:
            raise out_of_range(name, getattr(settings, name), low)
    for name in ("name", "place", "arbiter"):
        checked_line(getattr(settings, name), BadSetting)
    for name in ("start", "end"):
        try:
            datetime.date.fromisoformat(getattr(settings, name).replace("/", "-") or "2000-01-01")
        except ValueError:
            raise refusal(BadSetting, getattr(settings, name), "date") from None
    schedule.timetable(settings.times, settings.zone)
    _check_points(settings.points)
    for name in settings.tiebreaks:
        if name not in TIEBREAKS:
            raise refusal(BadSetting, name, "no-tiebreak", name=name, choices=", ".join(TIEBREAKS))
    if settings.seed:
        checked_seed(settings.seed)
    for fund in settings.prizes:
        checked_fund(fund)
    parse_categories(settings.categories)


def demand_choice(settings: Settings, name: str, choices: tuple[str, ...]) -> None:
    """Raise BadSetting unless a setting is one of the choices."""
    value = getattr(settings, name)
    if value not in choices:
        raise refusal(BadSetting, value, "choice", name=Name(TITLES[name], ""), choices=", ".join(choices))


def out_of_range(name: str, value: int, low: int) -> BadSetting:
    """Return the refusal of a number below `low`."""
    return refusal(BadSetting, value, "range", name=Name(TITLES[name], ""), low=low, high=RANGES[name][1])


def _check_points(points: Points) -> None:
    is_ordered = 0 <= points.loss <= points.draw <= points.win <= 20 and points.win > 0
    if not (is_ordered and 0 <= points.bye <= points.win):
        text = f"{points.win / 2:g}-{points.draw / 2:g}-{points.loss / 2:g}, {points.bye / 2:g}"
        raise refusal(BadSetting, text, N_("points must be a loss ≤ a draw ≤ a win, and a bye at most a win"))


def demand_consistent(settings: Settings, changed: Collection[str]) -> None:
    """Raise BadSetting if a newly set value contradicts others; logs and files with such values remain readable.

    changed: names of the settings that are new.  Dates in full and in their order, no tie-break and no fund twice,
    acceleration only where a win is a point and a draw half of one (FIDE C.04.5.1).
    """
    points = settings.points
    is_usual = (points.win, points.draw, points.loss) == (2, 1, 0)
    if {"accelerated", "points"} & set(changed) and settings.accelerated and not is_usual:
        raise refusal(BadSetting, f"{points.win / 2:g}-{points.draw / 2:g}-{points.loss / 2:g}", "standard-points")
    for name in {"start", "end"} & set(changed):
        text = getattr(settings, name)
        if text and not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", text):
            raise refusal(BadSetting, text, "date")
    if {"start", "end"} & set(changed) and "" < settings.end < settings.start:
        raise refusal(BadSetting, settings.end, "last-day", start=settings.start, end=settings.end)
    for name in settings.tiebreaks if "tiebreaks" in changed else ():
        if settings.tiebreaks.count(name) > 1:
            raise refusal(BadSetting, ",".join(settings.tiebreaks), "tiebreak-twice", name=name)
    names = [key(checked_fund(fund)[0]) for fund in settings.prizes] if "prizes" in changed else []
    for name, fund in zip(names, settings.prizes, strict=False):
        if names.count(name) > 1:
            raise refusal(BadSetting, "; ".join(settings.prizes), "two-funds", fund=fund)


def checked_seed(seed: str) -> str:
    """Return a seed: 1 to 64 printable characters without spaces and |; raise BadSetting."""
    if not 1 <= len(seed) <= 64 or any(char.isspace() or char == "|" or not char.isprintable() for char in seed):
        raise refusal(BadSetting, seed, N_("a seed is 1 to 64 signs without spaces and |"))
    return seed
