"""Plans of the rounds of an event: how many, their times, and how many boards are needed."""

from dataclasses import dataclass
from datetime import UTC, datetime

from charkoni.core.errors import N_
from charkoni.core.translations import Words
from charkoni.tournament.model import schedule
from charkoni.tournament.model.errors import BadSetting, TournamentError, refusal
from charkoni.tournament.model.event import Tournament
from charkoni.tournament.model.schedule import DaySchedule
from charkoni.tournament.model.settings import CHOICE_TITLES, CHOICES, RANGES, Settings
from charkoni.tournament.model.times import local_time, zone_here
from charkoni.tournament.pairing import systems
from charkoni.tournament.pairing.protocol import Advice, PairingSystem
from charkoni.web.tournaments.forms import Form, Line, OptionalNumber, Ticked

MOST_MINUTES = 1440
_TIME = N_("a time is written 2026-11-21 10:00")
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


@dataclass(frozen=True, slots=True)
class PlannedRound:
    """A round of a plan.  begin, end: hh:mm.  rest: minutes of the long break before it, 0 for none."""

    number: int
    begin: str
    end: str
    rest: int


@dataclass(frozen=True, slots=True)
class EventPlan:
    """A plan.

    end: hh:mm.  hours: without long breaks, h:mm.  boards: how many are needed.  least, usual, long: numbers of rounds
    for so many players.  advice: sentences.
    """

    slots: tuple[PlannedRound, ...]
    end: str
    hours: str
    boards: int
    least: int
    usual: int
    long: int
    advice: tuple[str, ...]


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
    pace = _pace(form, settings.round_minutes if settings else schedule.needed_minutes(clock, games))
    players = _or(form.players, max(2, len(state.entries)) if state and state.entries else 16)
    rounds = _or(form.rounds, settings.rounds if settings else 0)
    return PlanRequest(min(schedule.MOST_ENTRIES, players), begin, rounds, system, games, clock, pace)


def _pace(form: PlanForm, round_minutes: int) -> DaySchedule:
    return DaySchedule(
        _within(RANGES["round_minutes"], _or(form.minutes, round_minutes)),
        min(MOST_MINUTES, _or(form.pause, DaySchedule().pause)),
        _or(form.sitting, 0),
        min(MOST_MINUTES, _or(form.rest, DaySchedule().rest)),
    )


def _within(limits: tuple[int, int], number: int) -> int:
    return max(limits[0], min(limits[1], number))


def _or(number: int | None, default: int) -> int:
    return default if number is None else number


def plan(words: Words, request: PlanRequest) -> EventPlan:
    """Return the plan for a request; raise BadSetting for an impossible number of rounds."""
    day, count, system = request.day, request.players, systems.named(request.system)
    slots = tuple(
        PlannedRound(n, f"{start:%H:%M}", f"{end:%H:%M}", request.pace.rest if n > 1 and n in day.sittings else 0)
        for n, (start, end) in enumerate(day.rounds, 1)
    )
    tips = advice(words, system, count, accelerated=False)
    if system.is_risky(count, request.total):
        tips = (*tips, words._("So many rounds may run out of legal pairings; a round robin has no such trouble."))
    short = schedule.shortage(words, request.clock, request.games, request.pace.round)
    if short:
        tips = (short, *tips)
    hours = f"{day.minutes // 60}:{day.minutes % 60:02}"
    return EventPlan(slots, f"{day.end:%H:%M}", hours, day.boards, *system.round_choices(count), tips)


def plan_context(words: Words, values: dict[str, str], state: Tournament | None) -> dict[str, object]:
    """Return the context of a planner page: planned (PlanRequest), plan (Plan, or None), problem (a sentence), formats
    (titles of the games of a round by value).

    values: of a PlanForm.
    """
    request, formats = plan_request(PlanForm(), state), CHOICE_TITLES["games"]
    try:
        request = plan_request(PlanForm.read(values), state)
        return {"planned": request, "plan": plan(words, request), "problem": "", "formats": formats}
    except TournamentError as error:
        return {"planned": request, "plan": None, "problem": error.message(words._), "formats": formats}


def advice(words: Words, system: PairingSystem, count: int, *, accelerated: bool) -> tuple[str, ...]:
    """Return advice to the organiser of an event with so many entries, in sentences."""
    kind = system.advice(count, accelerated=accelerated)
    return () if kind is None else (words._(_ADVICE[kind]),)
