"""Leagues that run by themselves: their divisions, and the events of their seasons.

    ladder       a season is a year; a round begins with each week, and by days its games end with the week; challenges
                 of its last week are for the first round of the next year, which begins on a Monday, too
    divisions    a season is a month; by days all its games go on until it ends, at a weekly hour rounds follow another

Every step looks at what has been done before, so that it may be repeated after a kill at any moment.
"""

import contextlib
import os
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import pairwise
from pathlib import Path
from typing import TypeVar

from charkoni.core.errors import N_
from charkoni.core.files import atomic_files
from charkoni.core.registry import named
from charkoni.core.translations import Words
from charkoni.games import names
from charkoni.tournament.acts.challenges import Challenge
from charkoni.tournament.acts.entries import AssignNumbers, Return
from charkoni.tournament.acts.event import Finish
from charkoni.tournament.acts.reducer import fold
from charkoni.tournament.acts.round_clock import StartRound
from charkoni.tournament.director import Director
from charkoni.tournament.model.errors import NoPairing
from charkoni.tournament.model.event import Tournament
from charkoni.tournament.model.league import DAYS, DIVISIONS, HOUR, LADDER, League
from charkoni.tournament.model.players import Person
from charkoni.tournament.model.times import time_of
from charkoni.tournament.pairing import lots, round_robin, systems
from charkoni.tournament.pairing.ladder import Ladder, opponents
from charkoni.tournament.pairing.round_robin import RoundRobin
from charkoni.tournament.standings.ranking import standings
from charkoni.tournament.store import Anchor

KINDS: Mapping[str, str] = {LADDER: Ladder.title, DIVISIONS: N_("Monthly league")}
PACES: Mapping[str, str] = {DAYS: N_("games over days"), HOUR: N_("at a weekly hour")}

LEAST = 4
"""The fewest entrants with whom a season begins."""

MOST = 8
"""The most members of a division."""

MOVED = 2
"""How many go up after a month, and how many down; never more than half of a division."""

FORFEIT_MINUTES = 600
"""After how many minutes a table is lost by one who is no more a visitor of the server, with games over days."""

SERVER = "server"
"""The author of the acts."""

T = TypeVar("T")


# --- divisions --------------------------------------------------------------------------------------------------------


def divided(order: Sequence[T]) -> list[list[T]]:
    """Return the divisions of an order of places, the highest first: as few as possible, larger ones above."""
    count = -(-len(order) // MOST)
    sizes = [len(order) // count + (place < len(order) % count) for place in range(count)]
    ends = [sum(sizes[: place + 1]) for place in range(count)]
    return [list(order[end - size : end]) for end, size in zip(ends, sizes, strict=True)]


def next_order(ranks: Sequence[Sequence[T]], members: Collection[T]) -> list[T]:
    """Return the order of places for the next season.

    ranks: the divisions of the last one, the best first.  members: who takes part, in the order of entering.  Those who
    leave are gone; then the last of a division and the first of the one below change places, and newcomers follow.
    """
    staying = [[who for who in rank if who in members] for rank in ranks]
    for place, (above, below) in enumerate(pairwise([list(rank) for rank in staying])):
        moved = min(MOVED, len(above) // 2, len(below) // 2)
        if moved:
            staying[place][-moved:], staying[place + 1][:moved] = below[:moved], above[-moved:]
    order = [who for rank in staying for who in rank]
    return order + [who for who in members if who not in order]


def next_divisions(kind: str, ranks: Sequence[Sequence[T]], members: Collection[T]) -> list[list[T]]:
    """Return the divisions of the next season, the only one of a ladder; none with too few members.

    Arguments as in `next_order`.
    """
    order = next_order(ranks, members)
    return [] if len(order) < LEAST else [order] if kind == LADDER else divided(order)


# --- events -----------------------------------------------------------------------------------------------------------


@contextlib.contextmanager
def created(path: Path, settings: Mapping[str, object], values: Mapping[str, str]) -> Iterator[Director]:
    """Create the file of an event that appears complete at the end, or not at all; raise OSError, TournamentError.

    A file that has appeared meanwhile stays.  values: stored beside the log.
    """
    draft = path.with_name(f".{path.name}.{os.getpid()}{atomic_files.PART}")
    beside = [draft.with_name(draft.name + end) for end in ("", "-wal", "-shm")] + [Anchor.path_of(draft)]
    for each in beside:
        each.unlink(missing_ok=True)
    try:
        with Director.create(draft, settings, who=SERVER) as director:
            yield director
            for name, value in values.items():
                director.store.keep_value(name, value)
        try:
            os.link(draft, path)
        except FileExistsError:
            pass
        except OSError:  # a file system without links
            os.replace(draft, path)
    finally:
        for each in beside:
            each.unlink(missing_ok=True)


def create(path: Path, settings: Mapping[str, object], values: Mapping[str, str]) -> None:
    """Create the file of an event without entries, as `created` does."""
    with created(path, settings, values):
        pass


def settings_of(league: League) -> dict[str, object]:
    """Return the settings of the list of a league: an event that takes entries for ever."""
    system = Ladder.name if league.kind == LADDER else RoundRobin.name
    title = names.game_name(Words("en"), named(league.game))
    settings = {"name": title, "game": league.game, "system": system, "boards": "online", "zone": league.zone}
    return settings | ({"forfeit_after": FORFEIT_MINUTES} if league.pace == DAYS else {})


def begin(
    path: Path,
    league: League,
    division: int,
    members: Sequence[str],
    at: datetime,
    values: Mapping[str, str],
    challenges: Collection[tuple[int, int, str]] = (),
) -> None:
    """Create the file of a season of a division, complete or not at all; raise OSError, TournamentError.

    division: 1 ..., 0 where there is only one.  members: their names, in the order of places.  at: the present time.
    values: stored beside the log.  challenges: those of a ladder for its first round, made in the last week of the
    season before: the places of challenger and challenged (1 ...), and when.
    """
    settings = settings_of(league)
    rounds = systems.named(str(settings["system"])).rounds(len(members))
    settings["name"] = f"{settings['name']} {league.season(at)}" + (f" / {division}" if division else "")
    if (league.kind, league.pace) == (DIVISIONS, HOUR):
        times = [f"{begin:%Y-%m-%d %H:%M}" for begin in league.times(at, rounds)]
        settings |= {"rounds_by": "times", "times": times}
    with created(path, settings, values) as director:
        director.now = lambda: at
        for name in members:
            director.enter(Person(name), twin=True)
        initial = lots.initial_side(director.state.settings.seed)
        director.do(AssignNumbers(order=tuple(range(1, len(members) + 1)), rounds=rounds, initial=initial))
        for who, opponent, since in challenges:
            director.do(Challenge(entry=who, opponent=opponent, at=since, carried=True))
        if (league.kind, league.pace) == (DIVISIONS, DAYS):
            for number in range(1, rounds + 1):
                _begin_round(director)
                for board in director.state.rounds[-1].boards:
                    director.result(board.number, "adj", round_=number)
                director.close_round()


def carried(
    members: Director, league: League, challenges: Collection[tuple[int, int, str]], seats: Mapping[int, int]
) -> list[tuple[int, int, str]]:
    """Return the challenges of a ladder for the first round of a season that begins now, as `begin` takes them.

    members: the director of the list.  challenges: for the season before, by entries of the list.  seats: by such
    entries the places in the new season.  A season that begins within a week, for there were too few entrants when it
    began, has its first round with the next one.
    """
    week = league.week(members.now())
    before = fold([entry for entry in members.log if time_of(entry.at) <= week], members.state.people)
    is_late = sum(not entry.left for entry in before.entries) < LEAST
    return [
        (seats[one], seats[other], members.time if is_late else since)
        for one, other, since in challenges
        if {one, other} <= seats.keys()
    ]


def join(director: Director, name: str, entry: int, key: str) -> int:
    """Enter a person, or cancel the withdrawal of an entry; return its id.  Raise TournamentError.

    entry: 0 for a new one.  key: idempotency key of a person.
    """
    if not entry:
        person = director.enter(Person(name), twin=True, key=key).data["person"]
        return next(each.id for each in director.state.entries if each.person == person)
    if director.state.entry(entry).left:
        director.do(Return(entry=entry))
    return entry


def advance(director: Director, league: League, season: str) -> None:
    """Carry out what is due in the event of a season, but for its games: the rounds of a ladder, and the end."""
    state, current = director.state, director.state.current
    if state.phase != "playing" or state.paused or state.settings.rounds_by != "hand":
        return  # rounds at given times run as those of any event that the server leads
    if current is not None and current.state != "closed":
        _begin_round(director)  # as far as a kill has left to do
        boards = director.state.rounds[-1].boards
        if any(board.is_open or board.disputed for board in boards) or state.open_protests(current.number):
            return
        director.close_round()
    if league.kind == LADDER and league.season(director.now()) == season:
        week = league.week(director.now())
        has_begun = current is not None and current.clock is not None and time_of(current.clock.began) >= week
        if not has_begun and any(time_of(since) <= week for _, _, since in state.challenges):
            with contextlib.suppress(NoPairing):  # those who were challenged have left
                _begin_round(director)
    elif not any(board.is_pending for round_ in director.state.rounds for board in round_.boards):
        is_early = len(state.rounds) < state.settings.rounds
        director.do(Finish(early=is_early), reason=N_("the season is over") if is_early else "")


def _begin_round(director: Director) -> None:
    """Pair, publish and start the next round, as far as that has not been done."""
    if director.state.current is None or director.state.current.state == "closed":
        director.draft()
    if director.state.rounds[-1].state == "draft":
        director.publish()
    if director.state.rounds[-1].clock is None:
        director.do(StartRound(round=len(director.state.rounds), at=director.time))


def next_players(state: Tournament) -> set[int]:
    """Return the entries (ids) that play in the next round of a season: on a ladder the challenged and challengers."""
    if systems.system_of(state.settings).is_ladder:
        return set(opponents(state))
    by_number = state.by_number()
    boards = round_robin.boards(len(by_number), len(state.rounds) + 1)
    return {by_number[number].id for board in boards if board[1] for number in board}


def ranks(director: Director) -> list[int]:
    """Return the entries of a season (ids) in the order of places."""
    by_number = director.state.by_number()
    return [by_number[line.number].id for line in standings(director.state)]
