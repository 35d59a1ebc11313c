"""The settings of an event at the desk."""

import re
from collections.abc import Mapping
from typing import Any

from pydantic import ConfigDict, Field
from starlette.requests import Request
from starlette.responses import Response

from charkoni.core.translations import Words
from charkoni.games import names
from charkoni.tournament.acts.event import ChangeSettings
from charkoni.tournament.director import Director
from charkoni.tournament.model import schedule
from charkoni.tournament.model.categories import category_text, parse_category
from charkoni.tournament.model.event import Tournament
from charkoni.tournament.model.games import all_two_sided
from charkoni.tournament.model.profiles import profiles
from charkoni.tournament.model.settings import (
    ARTICLES,
    CHOICE_TITLES,
    parse_settings,
    with_full_game_name,
)
from charkoni.web.engine.warm import playable
from charkoni.web.tournaments.event_pages import event_page
from charkoni.web.tournaments.forms import Form, Line, OptionalNumber
from charkoni.web.tournaments.refusals import EventRouter
from charkoni.web.tournaments.rows.category_rows import category_filter, form_rows, remarks_in_words
from charkoni.web.tournaments.visits import ChiefVisit

TEXTS = (
    "name", "place", "start", "end", "country", "arbiter", "profile", "game", "system", "games", "first", "openings",
    "number_by", "boards", "rounds_by", "zone", "tiebreaks", "prizes",
)  # fmt: skip
NUMBERS = ("rounds", "clock", "round_minutes", "forfeit_after", "half_byes", "half_bye_last", "interval", "delay")
FLAGS = ("accelerated", "lone_reports", "late_half")
FILLED = ("split", "seed")
"""Texts that are kept when they are left empty."""

router = EventRouter()


class SettingsForm(Form):
    """Settings of an event, see `tournament.model.settings`; missing ones stay as they are.

    start, end: dates (2026-11-21).  clock, round_minutes, forfeit_after: minutes.  interval, delay: seconds.  zone:
    +06:00.  <flag>-asked: the form has a box for the flag.  tiebreaks: codes with commas between them.  prizes: funds
    with semicolons between them.  reason: for unusual changes after round 1.
    """

    name: Line = ""
    place: Line = ""
    start: Line = ""
    end: Line = ""
    country: Line = ""
    arbiter: Line = ""
    profile: Line = ""
    game: Line = ""
    system: Line = ""
    games: Line = ""
    first: Line = ""
    openings: Line = ""
    number_by: Line = ""
    boards: Line = ""
    rounds_by: Line = ""
    zone: Line = ""
    tiebreaks: Line = ""
    prizes: Line = ""
    split: Line = ""
    seed: Line = ""
    rounds: OptionalNumber = None
    clock: OptionalNumber = None
    round_minutes: OptionalNumber = None
    forfeit_after: OptionalNumber = None
    half_byes: OptionalNumber = None
    half_bye_last: OptionalNumber = None
    interval: OptionalNumber = None
    delay: OptionalNumber = None
    accelerated: Line = ""
    lone_reports: Line = ""
    late_half: Line = ""
    accelerated_asked: Line = Field("", alias="accelerated-asked")
    lone_reports_asked: Line = Field("", alias="lone_reports-asked")
    late_half_asked: Line = Field("", alias="late_half-asked")
    reason: Line = ""

    def changes(self) -> dict[str, Any]:
        """Return the settings that are in the form, as JSON values; raise BadSetting."""
        sent = self.model_fields_set
        texts = {name: getattr(self, name) for name in TEXTS if name in sent}
        texts |= {name: str(getattr(self, name)) for name in NUMBERS if getattr(self, name) is not None}
        texts |= {name: getattr(self, name) for name in FLAGS if f"{name}_asked" in sent}
        texts |= {name: getattr(self, name) for name in FILLED if getattr(self, name)}
        return parse_settings(texts)


@router.get("/t/{event}/desk/settings")
async def settings(request: Request, visit: ChiefVisit) -> Response:
    """Return the settings.

    Context: all (the settings), games (see `two_sided_games`), profiles (value, name), formats (of a round: title by
    value), known (codes of tie-breaks), started (whether round 1 is paired), short (a sentence if a round may be too
    short for its games), prohibitions (see `_prohibitions`), rules (of Category, with empty rows), filter (Filter),
    remarks (sentences about categories and prizes).
    """
    state = visit.event.state
    return event_page(
        request,
        visit,
        "tournaments/arbiter/settings.html",
        all=state.settings,
        games=two_sided_games(visit.words),
        profiles=[(name, visit.words._(profile.title)) for name, profile in profiles().items()],
        formats=CHOICE_TITLES["games"],
        known=list(ARTICLES),
        started=bool(state.rounds),
        short=schedule.shortage(visit.words, state.settings.clock, state.settings.games, state.settings.round_minutes),
        prohibitions=_prohibitions(state),
        rules=form_rows(state),
        filter=category_filter(visit.words, state, ""),
        remarks=remarks_in_words(visit.words, state),
    )


def change_settings(director: Director, form: SettingsForm) -> None:
    """Change the settings that differ from the present ones."""
    wanted = with_full_game_name(form.changes())
    old = director.state.settings
    changes = {name: value for name, value in wanted.items() if value != _plain(getattr(old, name))}
    if changes:
        director.do(ChangeSettings(settings=changes), reason=form.reason, key=form.key)


class CategoriesForm(Form):
    """The rules of categories in numbered rows.

    name-N, sex-N (f, m or empty), from-N and to-N (years of birth), club-N, mark-N; a row without a name is left out.
    """

    model_config = ConfigDict(extra="allow")

    def rules(self) -> list[str]:
        """Return the rules as texts; raise BadSetting."""
        fields = {name: str(value).strip() for name, value in (self.model_extra or {}).items()}
        rows = sorted(int(name[5:]) for name in fields if re.fullmatch(r"name-\d{1,3}", name, re.ASCII))
        return [_rule(fields, row) for row in rows if fields[f"name-{row}"]]


def _rule(fields: Mapping[str, str], row: int) -> str:
    """Return the rule of a row; raise BadSetting."""
    first, last = (fields.get(f"{name}-{row}", "") for name in ("from", "to"))
    years = f"{first}-{last}" if first and last else f"{first}+" if first else f"{last}-" if last else ""
    club, mark_ = (fields.get(f"{name}-{row}", "") for name in ("club", "mark"))
    conditions = (fields.get(f"sex-{row}", ""), years, club and f"club={club}", mark_ and f"mark={mark_}")
    name = fields[f"name-{row}"].replace(":", " ")
    return category_text(parse_category(f"{name}: {', '.join(part for part in conditions if part)}"))


def change_categories(director: Director, form: CategoriesForm) -> None:
    """Change the rules of categories."""
    rules = form.rules()
    if rules != list(director.state.settings.categories):
        director.do(ChangeSettings(settings={"categories": rules}), seen=form.seen, key=form.key)


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def two_sided_games(words: Words) -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the games that can be paired: by the title of each game itself and its variants, as name and title."""
    return [
        (names.family_name(words, name), [(game.name, names.game_name(words, game)) for game in variants])
        for name, variants in all_two_sided().items()
        if name in playable()
    ]


def _prohibitions(state: Tournament) -> list[tuple[str, str]]:
    """Return the prohibitions: names, and the numbers with which they are lifted."""
    return [
        (
            " – ".join(state.name(id_) for id_ in each.entries),
            " ".join(str(state.entry(id_).number or id_) for id_ in each.entries),
        )
        for each in state.prohibitions
    ]
