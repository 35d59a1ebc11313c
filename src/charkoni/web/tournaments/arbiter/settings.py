"""The settings of an event: chosen when it is created, and at its desk."""

from starlette.responses import Response

from charkoni.core.translations import Words
from charkoni.games import names
from charkoni.tournament.acts.entries import LAST_ROUND
from charkoni.tournament.director import Director
from charkoni.tournament.model import schedule
from charkoni.tournament.model.categories import Category
from charkoni.tournament.model.category_members import categories
from charkoni.tournament.model.errors import BadSetting
from charkoni.tournament.model.games import all_two_sided, profiles
from charkoni.tournament.model.person_names import checked_line
from charkoni.tournament.model.settings import CHOICE_TITLES, TIEBREAKS, Settings
from charkoni.tournament.model.times import zone_here
from charkoni.tournament.pairing.systems import TITLES
from charkoni.web.engine.warm import playable
from charkoni.web.pages.visits import VisitDep
from charkoni.web.tournaments import event_quotas
from charkoni.web.tournaments.arbiter.actions import settings_of
from charkoni.web.tournaments.forms import LONGEST, Form, FormOf, Line
from charkoni.web.tournaments.rows.entry_rows import category_filter, remarks_in_words
from charkoni.web.tournaments.visits import ChiefVisit, EventRouter, EventsDep

SPARE_ROWS = 3
"""How many empty rows the form of categories offers."""

PLANNED = ("game", "system", "games", "rounds", "clock", "round_minutes", "start")
"""The settings that the planner proposes."""

router = EventRouter()


@router.get("/t/{event}/desk/settings")
async def settings(visit: ChiefVisit) -> Response:
    """Return the settings.

    Context: games (see `two_sided_games`), profiles (value, name), formats (of a round: title by
    value), known (codes of tie-breaks), short (a sentence if a round may be too
    short for its games), prohibitions (names, the entries as they are written, Prohibition), rules (of Category, with
    empty rows), filter (Filter), remarks (sentences about categories and prizes).
    """
    state = visit.event.state
    return visit.page(
        "tournaments/arbiter/settings.html",
        games=two_sided_games(visit.words),
        profiles=[(name, visit.words._(profile.title)) for name, profile in profiles().items()],
        formats=CHOICE_TITLES["games"],
        known=list(TIEBREAKS),
        short=schedule.shortage(visit.words, state.settings.clock, state.settings.games, state.settings.round_minutes),
        prohibitions=[
            (" – ".join(map(state.name, each.entries)), " ".join(f"#{id_}" for id_ in each.entries), each)
            for each in state.prohibitions
        ],
        last_round=LAST_ROUND,
        rules=[*(categories(state) if state.settings.categories else ()), *[Category("")] * SPARE_ROWS],
        filter=category_filter(visit.words, state, ""),
        remarks=remarks_in_words(visit.words, state),
    )


def two_sided_games(words: Words) -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the games that can be paired: by the title of each game itself and its variants, as name and title."""
    return [
        (names.family_name(words, name), [(game.name, names.game_name(words, game)) for game in variants])
        for name, variants in all_two_sided().items()
        if name in playable()
    ]


class NewEventForm(Form):
    """arbiter: the name of the chief.  All other fields are settings."""

    arbiter: Line = ""


@router.get("/events/new")
async def creation_page(visit: VisitDep) -> Response:
    """Return the page on which an event is created.

    Query: see `PLANNED`.  Context: games (see `two_sided_games`), defaults (Settings), wanted (by setting), formats
    (titles of the games of a round by value), zone (of this machine).
    """
    wanted = {name: visit.request.query_params.get(name, "")[:LONGEST].strip() for name in PLANNED}
    return visit.page(
        "tournaments/new.html",
        games=two_sided_games(visit.words),
        defaults=Settings(),
        zone=zone_here(),
        wanted=wanted,
        formats=CHOICE_TITLES["games"],
        systems=TITLES,
    )


@router.post("/events/new")
async def create(form: FormOf[NewEventForm], visit: VisitDep, events: EventsDep) -> Response:
    """Create an event whose chief arbiter is the visitor, and redirect to its desk.

    Form: settings by name, see `actions.settings_of`; empty ones are those of the profile.  Refused: RateLimited.
    """
    await event_quotas.pay(visit, events)
    visit.become_person()
    author = checked_line(form.arbiter, BadSetting) or visit.visitor.name
    given = {name: value for name, value in settings_of(visit.request.state.sent).items() if value != ""}
    event = await events.create(lambda path: Director.create(path, given, who=author).close())
    await event_quotas.give(visit, event, author)
    return visit.redirect(f"/t/{event.id}/desk")
