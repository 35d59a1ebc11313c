"""A tournament out of a classroom: an online event of its pupils, whose rounds begin by themselves."""

from collections.abc import Sequence
from functools import partial

from charkoni.core.registry import named
from charkoni.tournament.acts.entries import Withdraw
from charkoni.tournament.director import Director
from charkoni.tournament.model.players import Person
from charkoni.web.classroom.rooms import OpenClassroom
from charkoni.web.http.errors import Refused
from charkoni.web.pages.visits import Visit
from charkoni.web.store import PupilRow
from charkoni.web.tournaments import LESSON, event_quotas, permissions
from charkoni.web.tournaments.events import OpenEvent, new_event_id
from charkoni.web.tournaments.service import Tournaments

INTERVAL_S = 15
"""Seconds between the last game of a round and the next round."""


async def begin(
    visit: Visit,
    tournaments: Tournaments,
    room: OpenClassroom,
    pupils: Sequence[PupilRow],
    minutes: int,
    sets: str,
    author: str,
) -> str:
    """Create and begin a tournament of some pupils, and return its id; the teacher is its chief arbiter.

    minutes: of each player in a game.  sets: of a match, "" for single games.  author: the teacher's name.  Raises
    TournamentError, and Refused: NOT_NOW without two pupils.
    """
    if len(pupils) < 2:
        raise Refused("NOT_NOW")
    if len(set(named(room.row.game).sides)) != 2:
        raise Refused("NOT_TWO_SIDES")
    events, words = tournaments.begin(), visit.words
    await event_quotas.pay(visit, events)
    settings = {
        "name": words._("Class tournament"),
        "game": room.row.game,
        "games": f"sets-of-{sets}" if sets else "1",
        "clock": minutes,
        "round_minutes": max(5, min(600, 2 * minutes * max(1, int(sets or 1)) + 2)),
        "boards": "online",
        "rounds_by": "server",
        "interval": INTERVAL_S,
        "number_by": "rating",
    }
    id_ = f"{LESSON}{new_event_id()}"
    await room.change(event=id_)  # before it is there: whatever happens now, it is removed with the room
    event = await events.create(lambda path: Director.create(path, settings, who=author).close(), id_)
    await event_quotas.give(visit, event, author)
    await enter(event, pupils, author)
    await event.run(Director.close_list, author)
    return event.id


async def enter(event: OpenEvent, pupils: Sequence[PupilRow], author: str) -> None:
    """Enter those pupils in a tournament who are not in it, late ones for the next round.  Raises TournamentError."""
    new = [pupil for pupil in pupils if not permissions.entries_of(event, pupil.person)]
    people = [(Person(pupil.name), {"rating": 100 * pupil.level}) for pupil in new]
    await event.run(partial(Director.enter_all, people=people, twins=True), author)
    for entry, pupil in zip(event.state.entries[len(event.state.entries) - len(new) :], new, strict=True):
        await permissions.seat(event, pupil.person, entry.id)


async def withdraw(event: OpenEvent, pupil: PupilRow, author: str) -> None:
    """Withdraw a pupil who is taken out of the room from the next round of a tournament on.  Raises TournamentError."""
    for entry in permissions.entries_of(event, pupil.person):
        await event.run(partial(Director.do, act=Withdraw(entry=entry)), author)
