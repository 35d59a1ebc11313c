"""Status of an event and of its running round, as public pages show it."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from charkoni.core.errors import mark
from charkoni.core.translations import Words
from charkoni.tournament.model.event import Tournament
from charkoni.web.tournaments.events import Event

PHASES = {
    "planned": mark("Entries are taken"),
    "registration": mark("Entries are taken"),
    "finished": mark("Finished"),
    "archived": mark("Finished"),
}
_DRAWN = mark("The list is closed; round {round} is being prepared")
_RUNNING = mark("Round {round} of {rounds} is being played")
_PAUSED = mark("The event is paused")


@dataclass(frozen=True, slots=True)
class Hours:
    """The times of the running round, by the clock of the hall.

    ends: the end in ms since 1970, 0 when no round is running.  began, absent, over: hh:mm; a player who has made no
    move at `absent` loses by forfeit.  is_over: the end has passed.
    """

    ends: int = 0
    began: str = ""
    absent: str = ""
    over: str = ""
    is_over: bool = False


NO_HOURS = Hours()


def hours(event: Event) -> Hours:
    """Return the times of the running round."""
    state = event.public
    if not state.rounds or state.rounds[-1].state != "published":
        return NO_HOURS
    number, settings = len(state.rounds), state.settings
    published = (act for act in reversed(event.director.log) if act.kind == "publish" and act.data["round"] == number)
    act = next(published, None)
    if act is None:
        return NO_HOURS
    began = datetime.fromisoformat(act.at.replace("Z", "+00:00"))
    over = began + timedelta(minutes=settings.round_minutes)
    zone = datetime.fromisoformat(f"2000-01-01T00:00{settings.zone}").tzinfo if settings.times else None
    absent = began + timedelta(minutes=settings.forfeit_after)
    start, lost, end = (f"{at.astimezone(zone):%H:%M}" for at in (began, absent, over))
    return Hours(round(over.timestamp() * 1000), start, lost, end, event.director.now() > over)


def next_begin(state: Tournament) -> str:
    """Return the begin of the next round by the timetable, or an empty text."""
    number = len(state.rounds)
    if state.phase in ("finished", "archived") or number >= len(state.settings.times):
        return ""
    return state.settings.times[number]


def phase(words: Words, state: Tournament) -> str:
    """Return the phase of an event as the public may know it: without a draft."""
    shown = [round_ for round_ in state.rounds if round_.state != "draft"]
    if state.paused:
        return words._(_PAUSED)
    if state.phase in PHASES:
        return words._(PHASES[state.phase])
    if shown and shown[-1].state == "published":
        return words._(_RUNNING, round=len(shown), rounds=state.settings.rounds)
    return words._(_DRAWN, round=len(shown) + 1)
