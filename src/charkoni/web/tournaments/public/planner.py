"""The planner: how many rounds, when each ends, and what has to be on the tables; for anybody, and for an event."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from charkoni.core.errors import mark
from charkoni.core.translations import Words
from charkoni.tournament.acts.event import ChangeSettings
from charkoni.tournament.model import schedule as rounds
from charkoni.tournament.model.errors import BadSetting, TournamentError, refusal
from charkoni.tournament.model.event import CHIEF, HELPER, Tournament
from charkoni.tournament.model.schedule import Pace
from charkoni.tournament.model.settings import CHOICES, SYSTEMS
from charkoni.web.tournaments.forms import Form
from charkoni.web.tournaments.page_base import Frame, Route, told

MOST_MINUTES = 1440
_TIME = mark("a time is written 2026-11-21 10:00")
_ADVICE_SMALL = mark("Up to six entries a round robin is better: everybody meets everybody.")
_ADVICE_LARGE = mark(
    "From a hundred entries on the first rounds may be accelerated, so that the strongest meet sooner."
)
_ADVICE_HUGE = mark("More than 1,024 entries are better played in sections by rating.")
_ADVICE_RISKY = mark("So many rounds may run out of legal pairings; a round robin has no such trouble.")


@dataclass(frozen=True, slots=True)
class Wish:
    """What is to be planned: players, the beginning, rounds (0: the usual number), system, games of a round, pace."""

    players: int
    begin: datetime
    rounds: int
    system: str
    games: str
    pace: Pace

    @property
    def at(self) -> str:
        """The beginning as fields of pages take it."""
        return f"{self.begin:%Y-%m-%dT%H:%M}"


@dataclass(frozen=True, slots=True)
class Slot:
    """A round of the plan.  rest: minutes of the long break before it, 0 for none."""

    number: int
    begin: str
    end: str
    rest: int


@dataclass(frozen=True, slots=True)
class Planned:
    """A plan as pages show it."""

    slots: tuple[Slot, ...]
    end: str
    hours: str
    boards: int
    least: int
    usual: int
    long: int
    advice: tuple[str, ...]


def routes(frame: Frame) -> list[Route]:
    """Return the addresses of the planner."""
    site = frame.site

    async def anybody(request: Request) -> Response:
        """The planner before there is an event.  Context: wish, plan, problem, choices."""
        words = site.visitor(request).words
        context = planned(words, Form(request.query_params), None)
        return site.page(request, "tournaments/planner.html", own=False, choices=CHOICES, **context)

    async def desk(request: Request) -> Response:
        """The planner of an event.  Context: wish, plan, problem, choices, times."""
        visit = await frame.visit(request, HELPER)
        context = planned(visit.words, Form(request.query_params), visit.event.state)
        times = visit.event.state.settings.times
        return frame.page(request, visit, "tournaments/arbiter/planner.html", choices=CHOICES, times=times, **context)

    async def keep(request: Request) -> Response:
        """Let the rounds of the event begin as planned, or take their times back."""
        visit = await frame.visit(request, CHIEF)
        form = await frame.form(request)
        times: list[str] = []
        if not form.flag("off"):
            wish = wish_of(form, visit.event.state)
            total = rounds.of_system(wish.system, wish.players, wish.rounds)
            day = rounds.plan(wish.players, total, wish.begin, wish.pace, wish.games)
            times = [f"{start:%Y-%m-%d %H:%M}" for start, _ in day.rounds]
        changes: dict[str, Any] = {"times": times}
        if form.text("zone"):
            changes["zone"] = form.text("zone")
        if not times and visit.event.state.settings.rounds_by == "times":
            changes["rounds_by"] = "hand"
        member = visit.member
        await visit.event.run(
            lambda director: director.do(ChangeSettings(settings=changes), key=form.key), member.name, member.role
        )
        return frame.done(request, form, f"/t/{visit.event.id}/desk/plan")

    return told(
        frame,
        [
            ("/events/plan", anybody, "GET"),
            ("/t/{event}/desk/plan", desk, "GET"),
            ("/t/{event}/desk/plan", keep, "POST"),
        ],
    )


def planned(words: Words, form: Form, state: Tournament | None) -> dict[str, Any]:
    """Return what the page of a plan shows: wish, plan (Planned, or None), problem."""
    wish = wish_of(Form({}), state)
    try:
        wish = wish_of(form, state)
        return {"wish": wish, "plan": _plan(words, wish), "problem": ""}
    except TournamentError as error:
        return {"wish": wish, "plan": None, "problem": error.say(words._)}


def wish_of(form: Form, state: Tournament | None) -> Wish:
    """Return the wish of a form; what it does not name is taken from the event; raise BadSetting."""
    settings = state.settings if state else None
    day = (settings.start if settings else "") or f"{datetime.now():%Y-%m-%d}"
    text = form.text("begin").replace("T", " ") or (
        settings.times[0] if settings and settings.times else f"{day} 10:00"
    )
    try:
        begin = datetime.strptime(text[:16], "%Y-%m-%d %H:%M")
    except ValueError:
        raise refusal(BadSetting, text, _TIME) from None
    usual_round = settings.round_minutes if settings else Pace().round
    pace = Pace(
        max(1, min(MOST_MINUTES, form.number("minutes", usual_round))),
        min(MOST_MINUTES, form.number("pause", Pace().pause)),
        form.number("sitting", 0),
        min(MOST_MINUTES, form.number("rest", Pace().rest)),
    )
    system = form.text("system") or (settings.system if settings else SYSTEMS[0])
    games = form.text("games") or (settings.games if settings else "1")
    if system not in CHOICES["system"] or games not in CHOICES["games"]:
        raise refusal(BadSetting, f"{system} {games}", _TIME)
    players = form.number("players", max(2, len(state.entries)) if state and state.entries else 16)
    return Wish(
        min(rounds.MOST_ENTRIES, players), begin, form.number("rounds", settings.rounds if settings else 0), system,
        games, pace,
    )  # fmt: skip


def _plan(words: Words, wish: Wish) -> Planned:
    total = rounds.of_system(wish.system, wish.players, wish.rounds)
    day = rounds.plan(wish.players, total, wish.begin, wish.pace, wish.games)
    slots = tuple(
        Slot(n, f"{start:%H:%M}", f"{end:%H:%M}", wish.pace.rest if n > 1 and n in day.sittings else 0)
        for n, (start, end) in enumerate(day.rounds, 1)
    )
    hours = f"{day.minutes // 60}:{day.minutes % 60:02}"
    count = wish.players
    usual = (
        (rounds.least(count), rounds.default(count), rounds.longer(count)) if wish.system == SYSTEMS[0] else (0, 0, 0)
    )
    tips = advice(words, wish.system, count, accelerated=False)
    if wish.system == SYSTEMS[0] and rounds.is_risky(count, total):
        tips = (*tips, words._(_ADVICE_RISKY))
    return Planned(slots, f"{day.end:%H:%M}", hours, day.boards, *usual, tips)


def advice(words: Words, system: str, count: int, *, accelerated: bool) -> tuple[str, ...]:
    """Return what an organiser of so many entries should think of."""
    if system != SYSTEMS[0] or count < 2:
        return ()
    if count <= rounds.SMALL:
        return (words._(_ADVICE_SMALL),)
    if count > rounds.HUGE:
        return (words._(_ADVICE_HUGE),)
    return (words._(_ADVICE_LARGE),) if count >= rounds.LARGE and not accelerated else ()
