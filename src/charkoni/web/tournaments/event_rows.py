"""Rows and lines that pages of events show, as plain values: the status of an event, tables, entries, standings."""

from dataclasses import dataclass
from datetime import datetime
from functools import partial

from charkoni.core.errors import N_
from charkoni.core.registry import named
from charkoni.core.translations import Words
from charkoni.games import names
from charkoni.games.match_format import FORMATS
from charkoni.tournament.model.category_members import by_entry, remarks
from charkoni.tournament.model.event import Tournament
from charkoni.tournament.model.person_names import sort_key
from charkoni.tournament.model.players import Entry
from charkoni.tournament.model.schedule import timetable
from charkoni.tournament.model.settings import Settings
from charkoni.tournament.model.times import local_time, time_of
from charkoni.tournament.pairing.systems import TITLES, system_of
from charkoni.tournament.printouts.dates import days, moment

PHASES = {
    "planned": N_("Entries are taken"),
    "registration": N_("Entries are taken"),
    "finished": N_("Finished"),
    "archived": N_("Finished"),
}
_DRAWN = N_("The list is closed; round {round} is being prepared")
_RUNNING = N_("Round {round} of {rounds} is being played")
_PUBLISHED = N_("Round {round} of {rounds} is published and has not started yet")
_PAUSED = N_("The event is paused")


def event_context(words: Words, state: Tournament) -> dict[str, object]:
    """Return what the templates of all pages of an event, on a server or static, have in common.

    settings, system (its pairing system), match (the format of a round's match), systems (titles by name), game
    (title), days (in words), phase (a sentence), rounds (how many are public), running (a round is being played),
    finished, official, closed (rounds), next_begin (of the next round), clock_text (hh:mm of a time of the log by the
    clock of the hall), tournament (the state itself), words.  state: without a draft.
    """
    settings = state.settings
    return {
        "settings": settings,
        "system": system_of(settings),
        "match": FORMATS[settings.games],
        "systems": TITLES,
        "game": names.game_name(words, named(settings.game)),
        "days": days(words, settings.start, settings.end),
        "phase": phase(words, state),
        "rounds": len(state.rounds),
        "running": bool(state.rounds) and state.rounds[-1].state == "published",
        "finished": state.is_over,
        "official": state.official,
        "closed": state.closed,
        "next_begin": next_begin(words, state),
        "clock_text": partial(clock_text, settings.zone),
        "tournament": state,
        "words": words,
    }


def clock_text(zone: str, at: str) -> str:
    """Return a time (UTC, as in `model.times`) as hh:mm by the clock of a zone."""
    return f"{local_time(zone, time_of(at)):%H:%M}"


@dataclass(frozen=True, slots=True)
class Hours:
    """The times of the running round, by the clock of the hall.

    state: empty without a published round, waiting before its start, running or stopped.  left: ms to the end, negative
    once it is over.  ends: the end in ms since 1970, 0 unless the clock runs.  began, absent, over: hh:mm; a player
    without a move at `absent` loses by forfeit.  is_over: the end has passed.
    """

    state: str = ""
    left: int = 0
    ends: int = 0
    began: str = ""
    absent: str = ""
    over: str = ""
    is_over: bool = False

    @property
    def text(self) -> str:
        """The time left, 24:05, or with a plus the time since the end."""
        minutes, seconds = divmod(abs(self.left) // 1000, 60)
        return f"{'+' if self.left < 0 else ''}{minutes}:{seconds:02}"


def hours(state: Tournament, now: datetime) -> Hours:
    """Return the times of the running round.  state: without a draft."""
    if not state.rounds or state.rounds[-1].state != "published":
        return Hours()
    clock, settings = state.rounds[-1].clock, state.settings
    if clock is None:
        return Hours("waiting")
    absent, over = clock.after(settings.forfeit_after), clock.after(settings.round_minutes)
    start, lost, end = (f"{local_time(settings.zone, at):%H:%M}" for at in (time_of(clock.began), absent, over))
    left = clock.left(settings.round_minutes, now)
    if clock.stopped:
        return Hours("stopped", left, 0, start, "", "", left < 0)
    return Hours("running", left, round(over.timestamp() * 1000), start, lost, end, left < 0)


def begins(words: Words, settings: Settings) -> list[str]:
    """Return the begins of the rounds by the timetable, in words."""
    return [moment(words, at) for at in timetable(settings.times, settings.zone)]


def next_begin(words: Words, state: Tournament) -> str:
    """Return the begin of the next round by the timetable in words, or an empty text."""
    number = len(state.rounds)
    if state.is_over or number >= len(state.settings.times):
        return ""
    return begins(words, state.settings)[number]


def phase(words: Words, state: Tournament) -> str:
    """Return the phase of an event as the public may know it: without a draft."""
    shown = state.paired
    if state.paused:
        return words._(_PAUSED)
    if state.phase in PHASES:
        return words._(PHASES[state.phase])
    if shown and shown[-1].state == "published":
        has_begun = shown[-1].clock is not None or any(board.result for board in shown[-1].boards)
        return words._(_RUNNING if has_begun else _PUBLISHED, round=len(shown), rounds=state.settings.rounds)
    return words._(N_("Round {round} is being prepared") if shown else _DRAWN, round=len(shown) + 1)


# --- entries -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class EntryRow:
    """A row of the list of entries.  note: why it is not paired, in words, else "".  categories: names."""

    entry: Entry
    name: str
    note: str
    categories: tuple[str, ...]


def entry_rows(words: Words, state: Tournament) -> list[EntryRow]:
    """Return all entries, sorted by name."""
    own = by_entry(state)
    rows = [EntryRow(entry, state.name(entry.id), _note(words, entry), own[entry.id]) for entry in state.entries]
    return sorted(rows, key=lambda row: sort_key(row.name, words.language))


def _note(words: Words, entry: Entry) -> str:
    if entry.expelled:
        return words._("expelled")
    if entry.left:
        return words._("withdrew before round {round}", round=entry.left)
    return "" if entry.here else words._("absent")


def remarks_in_words(words: Words, state: Tournament) -> list[str]:
    """Return what does not fit together in categories, marks and prizes."""
    return [remark.message(words) for remark in remarks(state)]
