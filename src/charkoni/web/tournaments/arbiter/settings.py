"""The settings of an event, chosen when it is created and at its desk, and plans of its rounds: how many, and when."""

from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial

from starlette.responses import Response

from charkoni.core.errors import N_
from charkoni.core.translations import Words
from charkoni.games import names
from charkoni.tournament.acts.entries import LAST_ROUND
from charkoni.tournament.acts.event import ChangeSettings
from charkoni.tournament.director import Director
from charkoni.tournament.model import schedule
from charkoni.tournament.model.categories import Category
from charkoni.tournament.model.category_members import categories, category_filter
from charkoni.tournament.model.errors import BadSetting, TournamentError, refusal
from charkoni.tournament.model.event import Tournament
from charkoni.tournament.model.games import all_two_sided, profiles
from charkoni.tournament.model.person_names import checked_line
from charkoni.tournament.model.schedule import DaySchedule
from charkoni.tournament.model.settings import CHOICE_TITLES, CHOICES, RANGES, TIEBREAKS, Settings
from charkoni.tournament.model.times import local_time, zone_here
from charkoni.tournament.pairing import systems
from charkoni.tournament.pairing.protocol import Advice, PairingSystem
from charkoni.tournament.pairing.systems import TITLES
from charkoni.web.engine.warm import playable
from charkoni.web.pages.visits import VisitDep
from charkoni.web.tournaments import event_quotas, event_rows
from charkoni.web.tournaments.arbiter.actions import settings_of
from charkoni.web.tournaments.event_rows import remarks_in_words
from charkoni.web.tournaments.forms import LONGEST, Form, FormOf, Line, OptionalNumber, Ticked
from charkoni.web.tournaments.visits import ChiefVisit, EventRouter, EventsDep, HelperVisit

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
    state = visit.state
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


# --- plans of the rounds, before an event is created and at its desk --------------------------------------------------


MOST_MINUTES = 1440
_TIME = N_("a time is written 2026-11-21 10:00")
_RISKY = N_("So many rounds may run out of legal pairings; a round robin has no such trouble.")
_ADVICE = {
    Advice.ROUND_ROBIN: N_("With up to six entries a round robin is better: everybody meets everybody."),
    Advice.ACCELERATION: N_(
        "From a hundred entries on the first rounds may be accelerated, so that the strongest meet sooner."
    ),
    Advice.SECTIONS: N_("More than 1,024 entries are better played in sections by rating."),
}


class PlanForm(Form):
    """The input of a plan; missing values are taken from the event or from the defaults.

    players; begin (2026-11-21 10:00, also with T); rounds (0: the default number); system; games (of a round); clock
    (minutes of each player in a game); minutes (of a round with all its games); pause (minutes between rounds); sitting
    (rounds before a long break, 0: half of them); rest (minutes of a long break).  off (remove the times from the
    event) and zone (+06:00) belong to the plan of an event.
    """

    players: OptionalNumber = None
    begin: Line = ""
    rounds: OptionalNumber = None
    system: Line = ""
    games: Line = ""
    clock: OptionalNumber = None
    minutes: OptionalNumber = None
    pause: OptionalNumber = None
    sitting: OptionalNumber = None
    rest: OptionalNumber = None
    off: Ticked = False
    zone: Line = ""


@dataclass(frozen=True, slots=True)
class PlanRequest:
    """The planned times.

    rounds: 0 for the default number.  games: of a round.  clock: the minutes of each player in a game.
    """

    players: int
    begin: datetime
    rounds: int
    system: str
    games: str
    clock: int
    pace: DaySchedule

    @property
    def at(self) -> str:
        """The begin in the form of an HTML field."""
        return f"{self.begin:%Y-%m-%dT%H:%M}"

    @property
    def day(self) -> schedule.DayPlan:
        """The times of all rounds; raise BadSetting for an impossible number of rounds."""
        return schedule.plan(self.players, self.total, self.begin, self.pace)

    @property
    def total(self) -> int:
        """The number of rounds; raise BadSetting."""
        return systems.named(self.system).rounds(self.players, self.rounds)


def plan_request(form: PlanForm, state: Tournament | None) -> PlanRequest:
    """Return the request of a form, completed from an event; raise BadSetting."""
    settings = state.settings if state else None
    today = local_time(settings.zone if settings else zone_here(), datetime.now(UTC))
    day = (settings.start if settings else "") or f"{today:%Y-%m-%d}"
    text = form.begin.replace("T", " ") or (settings.times[0] if settings and settings.times else f"{day} 10:00")
    try:
        begin = datetime.strptime(text[:16], "%Y-%m-%d %H:%M")
    except ValueError:
        raise refusal(BadSetting, text, _TIME) from None
    system = form.system or (settings.system if settings else systems.NAMES[0])
    games = form.games or (settings.games if settings else "1")
    if system not in systems.NAMES or games not in CHOICES["games"]:
        raise refusal(BadSetting, f"{system} {games}", _TIME)
    clock = _within(RANGES["clock"], _or(form.clock, (settings or Settings()).clock))
    minutes = settings.round_minutes if settings else schedule.needed_minutes(clock, games)
    pace = DaySchedule(
        _within(RANGES["round_minutes"], _or(form.minutes, minutes)),
        min(MOST_MINUTES, _or(form.pause, DaySchedule().pause)),
        _or(form.sitting, 0),
        min(MOST_MINUTES, _or(form.rest, DaySchedule().rest)),
    )
    players = _or(form.players, max(2, len(state.entries)) if state and state.entries else 16)
    rounds = _or(form.rounds, settings.rounds if settings else 0)
    return PlanRequest(min(schedule.MOST_ENTRIES, players), begin, rounds, system, games, clock, pace)


def _within(limits: tuple[int, int], number: int) -> int:
    return max(limits[0], min(limits[1], number))


def _or(number: int | None, default: int) -> int:
    return default if number is None else number


def plan_context(words: Words, values: dict[str, str], state: Tournament | None) -> dict[str, object]:
    """Return the context of a planner page.

    values: of a PlanForm.  planned (PlanRequest), plan (DayPlan, or None), choices (numbers of rounds for so many
    players: the least, the usual, a long event), advice (sentences), problem (a sentence), formats (titles of the games
    of a round by value).
    """
    context: dict[str, object] = {"formats": CHOICE_TITLES["games"], "problem": "", "plan": None}
    try:
        request = plan_request(PlanForm.read(values), state)
        system = systems.named(request.system)
        return context | {
            "planned": request,
            "plan": request.day,
            "choices": system.round_choices(request.players),
            "advice": _tips(words, request, system),
        }
    except TournamentError as error:
        return context | {"planned": plan_request(PlanForm(), state), "problem": error.message(words._)}


def _tips(words: Words, request: PlanRequest, system: PairingSystem) -> list[str]:
    """Return what the organiser should consider, in sentences; raise BadSetting for an impossible number of rounds."""
    tips = [*advice(words, system, request.players, accelerated=False)]
    if system.is_risky(request.players, request.total):
        tips.append(words._(_RISKY))
    short = schedule.shortage(words, request.clock, request.games, request.pace.round)
    return [short, *tips] if short else tips


def advice(words: Words, system: PairingSystem, count: int, *, accelerated: bool) -> tuple[str, ...]:
    """Return advice to the organiser of an event with so many entries, in sentences."""
    kind = system.advice(count, accelerated=accelerated)
    return () if kind is None else (words._(_ADVICE[kind]),)


@router.get("/events/plan")
async def public_planner(visit: VisitDep) -> Response:
    """Return the planner.  Query: see `PlanForm`.  Context: see `plan_context`."""
    context = plan_context(visit.words, dict(visit.request.query_params), None)
    return visit.page("tournaments/planner.html", own=False, systems=systems.TITLES, **context)


@router.get("/t/{event}/desk/plan")
async def event_planner(visit: HelperVisit) -> Response:
    """Return the planner of an event.

    Query: see `PlanForm`.  Context: see `plan_context`; besides times (of the event's rounds, in words).
    """
    context = plan_context(visit.words, dict(visit.request.query_params), visit.state)
    times = event_rows.begins(visit.words, visit.state.settings)
    return visit.page("tournaments/arbiter/planner.html", times=times, **context)


@router.post("/t/{event}/desk/plan")
async def set_times(visit: ChiefVisit, form: FormOf[PlanForm]) -> Response:
    """Set the times of the rounds as planned, or remove them.  Form: see `PlanForm`."""
    times: list[str] = []
    if not form.off:
        day = plan_request(form, visit.event.state).day
        times = [f"{start:%Y-%m-%d %H:%M}" for start, _ in day.rounds]
    changes: dict[str, object] = {"times": times}
    if form.zone:
        changes["zone"] = form.zone
    if not times and visit.event.state.settings.rounds_by == "times":
        changes["rounds_by"] = "hand"
    change = partial(Director.do, act=ChangeSettings(settings=changes), key=form.key)
    await visit.run(change)
    return visit.completed(form, "/desk/plan")
