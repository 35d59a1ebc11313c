"""What people do at a table, by socket, form or program: each checks seat and state, then changes the game.

All of them run inside the room's actor.  A refusal is a `Refused` with its code and, if it is one of the rules, the
reason.
"""

import contextlib
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, Concatenate, ParamSpec, TypeVar

from charkoni.core.errors import BadMove, IllegalMove
from charkoni.core.translations import Words
from charkoni.graphics import scene as drawn
from charkoni.graphics.click_trie import leaves
from charkoni.web.engine.opponents import ADVICE_NODES, STAND_IN_LEVEL
from charkoni.web.engine.pool import EngineError
from charkoni.web.http.errors import Refused
from charkoni.web.live import computer_player, table_state
from charkoni.web.live.live_game import NotNow
from charkoni.web.live.room import Offer, Overtaken, Room
from charkoni.web.store import StoreError

Seats = frozenset[int]
TRIES = 3

P = ParamSpec("P")
T = TypeVar("T")


async def execute(
    room: Room, command: Callable[Concatenate[Room, P], Awaitable[T]], *args: P.args, **more: P.kwargs
) -> T:
    """Execute a command in the room's queue, and return its result; raise Refused for whatever can be refused.

    When another process has written first, the command runs once more on the game as it stands then.
    """
    work = partial(command, room, *args, **more)
    try:
        for _ in range(TRIES - 1):
            with contextlib.suppress(Overtaken):
                return await room.ask(work)
        return await room.ask(work)
    except NotNow as error:
        raise Refused(error.code) from None
    except (BadMove, IllegalMove) as error:
        raise Refused(error.reason.code, error.reason) from None
    except StoreError as error:
        raise Refused("NOT_STORED") from error


def _seated(seats: Seats) -> None:
    if not seats:
        raise Refused("NOT_YOUR_SEAT")


def _repeated(room: Room, seats: Seats, v: int, kind: str, text: str | None = None) -> bool:
    """Return whether this very step has been made already; raise Refused when the version is another one."""
    match = room.match
    if v == match.v:
        return False
    if v < match.v:
        step = match.steps[v]
        if step.kind == kind and step.seat in seats and (text is None or step.text == text):
            return True
    raise Refused("STALE")


async def _flagged(room: Room) -> None:
    """Note that a clock has run out, if one has."""
    due = room.next_deadline()
    if due is not None and room.hub.time.now() >= due:
        await room.tick()


async def do(room: Room, seats: Seats, v: int, move: str) -> None:
    """Play a move."""
    _seated(seats)
    if _repeated(room, seats, v, "move", move):
        return
    await _flagged(room)
    match = room.match
    decider = match.decider
    if decider is not None and decider not in seats:
        raise Refused("NOT_YOUR_TURN")
    await room.commit(
        match.row_for_move(-1 if decider is None else decider, move, room.hub.time.now(), room.hub.time.wall())
    )


async def throw(room: Room, seats: Seats, v: int, salt: str) -> None:
    """Throw the dice."""
    _seated(seats)
    if _repeated(room, seats, v, "throw"):
        return
    await _flagged(room)
    match = room.match
    decider = match.decider
    if decider is not None and decider not in seats:
        raise Refused("NOT_YOUR_TURN")
    await room.commit(
        match.row_for_throw(-1 if decider is None else decider, salt, room.hub.time.now(), room.hub.time.wall())
    )


async def undo(room: Room, seats: Seats, v: int) -> None:
    """Take back what may be taken back, or offer that to the others."""
    _seated(seats)
    if _repeated(room, seats, v, "undo"):
        return
    count = room.match.free_undo(seats)
    if count:
        await _take_back(room, count)
    else:
        await offer(room, seats, "takeback")


async def _take_back(room: Room, count: int) -> None:
    await room.commit(room.match.row_for_undo(count, room.hub.time.now(), room.hub.time.wall()))


async def offer(room: Room, seats: Seats, kind: str) -> None:
    """Offer something to all other people; when they have offered the same, it holds at once."""
    _seated(seats)
    if kind in room.offers:
        if room.offers[kind].seat not in seats:
            await answer(room, seats, kind, True)
        return
    if kind not in table_state.can(room, seats):
        raise Refused("NOT_NOW")
    seat = _asker(room, seats)
    others = room.match.humans() - seats
    made = room.offers[kind] = Offer(kind, seat, set(others))
    computers = {each.seat for each in room.match.seats if each.kind == "computer"}
    if kind == "draw" and computers:
        made.waiting |= computers
        room.spawn(_let_computers_answer(room, made, frozenset(computers)))
    await _settle(room, kind)


async def _let_computers_answer(room: Room, made: Offer, computers: Seats) -> None:
    """Let the computers answer the offer of a draw, by what they can expect."""
    yes = await computer_player.agrees(room)

    async def told() -> None:
        if room.offers.get(made.kind) is made:
            await answer(room, computers, made.kind, yes)

    await room.ask(told)


def _asker(room: Room, seats: Seats) -> int:
    """Return for which of the seats something is offered: the one that moved last, else the first."""
    moved = next((made.seat for made in reversed(room.match.made) if made.seat in seats), None)
    return min(seats) if moved is None else moved


async def answer(room: Room, seats: Seats, kind: str, yes: bool) -> None:
    """Accept or decline an offer."""
    _seated(seats)
    found = room.offers.get(kind)
    if found is None or not seats & {found.seat, *found.waiting}:
        raise Refused("NOT_NOW")
    if not yes:
        del room.offers[kind]
        room.elsewhere.tell_offer(kind)
        room.show_table()
        return
    found.waiting -= seats
    await _settle(room, kind)


async def _settle(room: Room, kind: str) -> None:
    """Do what has been offered if nobody is waited for any more."""
    found = room.offers[kind]
    if found.waiting:
        room.elsewhere.tell_offer(kind)
        room.show_table()
        return
    del room.offers[kind]
    room.elsewhere.tell_offer(kind)
    if kind == "draw":
        await _end(room, "draw", found.seat)
    elif kind == "takeback":
        count = room.match.takeback(found.seat)
        if not count:
            raise Refused("NOT_NOW")
        await _take_back(room, count)
    else:
        room.next_game = await room.hub.rematch(room.match)
        room.elsewhere.tell_next()
        room.show_table()


async def _end(room: Room, kind: str, seat: int) -> None:
    await room.commit(room.match.row_for_end(kind, seat, room.hub.time.now(), room.hub.time.wall()))


async def resign(room: Room, seats: Seats, seat: int) -> None:
    """Give up with a seat; a game that has hardly begun is called off instead."""
    if seat not in seats:
        raise Refused("NOT_YOUR_SEAT")
    has_hardly_begun = len(room.match.record) < 2 and not room.match.official
    if room.match.state == "waiting" or has_hardly_begun:
        await _end(room, "call-off", seat)
    else:
        await _end(room, "resign", seat)


async def claim(room: Room, seats: Seats) -> None:
    """Claim the win because the opponent is gone."""
    _seated(seats)
    gone = room.match.decider
    if gone is None or not room.claimable(seats):
        raise Refused("NOT_NOW")
    await _end(room, "call-off" if len(room.match.record) < 2 else "flag", gone)


async def stand_in(room: Room, seats: Seats) -> None:
    """Let the computer play for somebody who is gone, until he is back."""
    _seated(seats)
    gone = room.match.decider
    if gone is None or "stand-in" not in table_state.can(room, seats):
        raise Refused("NOT_NOW")
    rows = room.match.rows_for_stand_in(gone, STAND_IN_LEVEL, room.hub.time.now(), room.hub.time.wall())
    for row in rows:
        await room.commit(row)


async def hint(room: Room, seats: Seats, v: int, words: Words) -> dict[str, Any]:
    """Return a hint in three steps.  Runs outside the actor: thinking takes a while."""
    _seated(seats)
    match, engine = room.match, room.hub.engine
    if v != match.v:
        raise Refused("STALE")
    if "hint" not in table_state.can(room, seats):
        raise Refused("NOT_NOW")
    position, moves = match.position, [ply.move for ply in match.record.plies]
    try:
        found = await engine.find(
            match.row.id, match.game.name, match.row.start, moves, "hint", lambda: room.match.v == v,
            nodes=ADVICE_NODES, lang=words.language,
        )  # fmt: skip
    except EngineError:
        raise Refused("ENGINE") from None
    if found is None:
        raise Refused("STALE")
    move, steps = found["move"], list(found["lines"])
    script = next((list(way) for way, leaf in leaves(drawn.scripts(position)) if leaf == move), [])
    steps[-1] = f"{steps[-1]} {drawn.tell(position, move, words)}"
    return {"type": "hint", "g": match.row.id, "v": v, "m": move, "script": script, "steps": steps}
