"""The games of a classroom: begun for pupils, stopped and continued, and those that its screens show."""

import asyncio
from collections.abc import Iterable, Sequence
from random import SystemRandom
from typing import TYPE_CHECKING

from charkoni.games.opponents import USUAL_LEVEL
from charkoni.web.classroom.pairs import paired, played_in
from charkoni.web.classroom.rooms import OpenClassroom
from charkoni.web.classroom.tasks import WAIT, PupilTask
from charkoni.web.http.errors import Problem, Refused
from charkoni.web.live.game.live_game import LESSON
from charkoni.web.live.hub import Hub
from charkoni.web.live.room import Room
from charkoni.web.pages.new_game import setup_of
from charkoni.web.store import PupilRow, SeatRow

if TYPE_CHECKING:
    from charkoni.web.tournaments.events import OpenEvent
    from charkoni.web.tournaments.service import Tournaments


async def begin_pairs(room: OpenClassroom, pupils: Sequence[PupilRow], way: str, start: str) -> None:
    """Let pupils play each other, and the one left over the computer.  way: see `pairs.paired`.

    start: a position, "" for the usual one.  Raises Problem: NOT_TWO_SIDES, OVER, BAD_MESSAGE (the position).
    """
    setup = setup_of({"game": room.row.game, "start": start})
    if len(set(setup.game.sides)) != 2:
        raise Problem(400, "NOT_TWO_SIDES")
    pairs, odd = paired(pupils, way, played_in(await room.played()), SystemRandom())
    for pair in pairs:
        at = [(seat, pair[side]) for seat, side in enumerate(setup.game.sides)]
        seats = [SeatRow("", seat, "human", pupil.name, pupil.person) for seat, pupil in at]
        game = await room.hub.create_with_seats(setup, seats, previous=LESSON)
        await give(room, pair, PupilTask("game", game))
    await begin_alone(room, [odd] if odd else [], start, 0)


async def begin_alone(
    room: OpenClassroom, pupils: Sequence[PupilRow], start: str, level: int, kind: str = "game"
) -> None:
    """Let pupils play the computer, each a game of his own.

    level: of the computer, 0 for that of each pupil.  kind: game or guided.  Raises Problem as `begin_pairs`.
    """
    setup = setup_of({"game": room.row.game, "start": start})
    for pupil in pupils:
        seats = [
            SeatRow("", seat, "human", pupil.name, pupil.person)
            if side == setup.game.sides[0]
            else SeatRow("", seat, "computer", level=level or pupil.level or USUAL_LEVEL)
            for seat, side in enumerate(setup.game.sides)
        ]
        game = await room.hub.create_with_seats(setup, seats, previous=LESSON)
        await give(room, [pupil], PupilTask(kind, game))


async def give(room: OpenClassroom, pupils: Sequence[PupilRow], task: PupilTask) -> None:
    """Give pupils a task; their games are left unfinished, and those who played with them have no task then."""
    left = {PupilTask.parse(pupil.task).game for pupil in pupils} - {""}
    given = {pupil.person for pupil in pupils}
    others = [
        each for each in room.pupils.values() if PupilTask.parse(each.task).game in left and each.person not in given
    ]
    await room.change_pupils(others, task="", done=0, wrong=0)
    await room.change_pupils(pupils, task=task.text, done=0, wrong=0)
    await pause(room.hub, left, True)


async def pause(hub: Hub, games: Iterable[str], is_paused: bool) -> None:
    """Pause the games among some that go on, or continue those that are paused."""
    for room in [room for game in games if (room := await hub.room(game))]:

        async def change(room: Room = room) -> None:
            if room.live.state == "open" and room.live.paused != is_paused:
                await room.write(room.live.row_for, "pause" if is_paused else "go-on")
                room.reset_board("stale")

        try:
            await room.ask_command(change)
        except Refused as error:
            if error.code != "NO_GAME":  # it has left the memory: nobody is there who could move
                raise


async def shown_games(tournaments: "Tournaments", room: OpenClassroom) -> dict[str, Room]:
    """Return the games of the present tasks and of the running round of the tournament, by their ids."""
    ids = dict.fromkeys(PupilTask.parse(pupil.task).game for pupil in room.pupils.values())
    event = await tournament_of(tournaments, room)
    if event and event.public.rounds:
        from charkoni.web.tournaments.online import games

        number = len(event.public.rounds)
        ids |= dict.fromkeys(game for key, game in games.latest(event).items() if key.startswith(f"{number}:"))
    found = {id_: live for id_ in ids if id_ and (live := await room.hub.room(id_))}
    for live in found.values():
        live.visit()
    return found


async def tournament_of(tournaments: "Tournaments", room: OpenClassroom) -> "OpenEvent | None":
    """Return the tournament of a room while it goes on, else None."""
    event = await tournaments.begin().get(room.row.event) if room.row.event else None
    return event if event and not event.state.is_over else None


async def place_in_event(hub: Hub, event: "OpenEvent", person: str) -> tuple[str, str]:
    """Return the address of a pupil's game in the running round of a tournament; WAIT while he has none, and why.

    why: free (before the first round), bye or done.  His telephone asks, so he is there.
    """
    from charkoni.web.tournaments import permissions
    from charkoni.web.tournaments.online import games

    rounds, why = event.public.rounds, "done" if event.public.rounds else "free"
    for entry in permissions.entries_of(event, person):
        event.last_seen[entry] = asyncio.get_running_loop().time()
        board = rounds[-1].board_of(entry) if rounds else None
        _, room = await games.played(hub, event, len(rounds), board.number) if board else ([], None)
        if room and room.live.state in ("waiting", "open"):
            return f"/g/{room.id}", why
        if board and board.is_bye:
            why = "bye"
    return WAIT, why
