"""The commands of people at a table, by socket, form or API: each checks seat and state, then changes the game.

`execute` runs them in the room's queue.  Arguments: the room, the seats that the sender holds, at least one, and those
of the command; v: the version of the position that is meant.  A refusal is a `Refused` with its code (see
docs/protocol.md) or, from the rules, with the reason.
"""

import contextlib
import logging
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Concatenate, ParamSpec

from charkoni.core.errors import BadMove, IllegalMove
from charkoni.core.translations import Words
from charkoni.games.opponents import ADVICE_NODES, STAND_IN_LEVEL
from charkoni.graphics import scene
from charkoni.graphics.click_trie import leaves
from charkoni.web.engine.worker import EngineError
from charkoni.web.http.errors import Refused
from charkoni.web.live import table_state
from charkoni.web.live.messages.replies import OfferKind
from charkoni.web.live.observers import computer_player, dice_promises
from charkoni.web.live.room import Offer, Room, WriteConflict
from charkoni.web.store import StoreError

logger = logging.getLogger(__name__)

Seats = frozenset[int]  # those that the sender holds
TRIES = 3
"""The most attempts of a command while other processes write at the same time."""

P = ParamSpec("P")


async def execute(
    room: Room,
    command: Callable[Concatenate[Room, Seats, P], Awaitable[object]],
    seats: Seats,
    *args: P.args,
    **more: P.kwargs,
) -> None:
    """Execute a command in the room's queue; raise Refused.

    When another process has written first, the command runs again on the changed game.
    """
    if not seats:
        raise Refused("NOT_YOUR_SEAT")
    work = partial(command, room, seats, *args, **more)
    try:
        # A conflict means that somebody else has written: after three in a row the sender shall look at the board.
        for _ in range(TRIES - 1):
            with contextlib.suppress(WriteConflict):
                await room.ask_command(work)
                return
        await room.ask_command(work)
    except (BadMove, IllegalMove) as error:
        raise Refused(error.reason.code, error.reason) from None
    except StoreError as error:
        logger.error("a command in the game %s was refused, for it could not be stored: %s", room.id, error)
        raise Refused("NOT_STORED") from error


def _is_repeated(room: Room, seats: Seats, v: int, kind: str, text: str | None = None) -> bool:
    """Return whether the same step was made already in version `v`; raise Refused if `v` is not the present version."""
    live = room.live
    if v == live.v:
        return False
    if v < live.v:
        step = live.steps[v]
        # The same command twice, as after a lost connection: done once, and acknowledged twice.
        if step.kind == kind and step.seat in seats and (text is None or step.text == text):
            return True
    raise Refused("STALE")


async def play_move(room: Room, seats: Seats, v: int, move: str) -> None:
    """Play a move of the notation."""
    if _is_repeated(room, seats, v, "move", move):
        return
    # Late is late, even if the timer has not fired yet: the flag is written before the move is looked at.
    await room.enforce_deadline()
    live = room.live
    decider = live.decider
    if decider is not None and decider not in seats:
        raise Refused("NOT_YOUR_TURN")
    await room.write(live.row_for_move, -1 if decider is None else decider, move)


async def throw_dice(room: Room, seats: Seats, v: int, salt: str) -> None:
    """Throw the dice.  salt: the word of a seat without a seed, if the dice are not bound yet."""
    if _is_repeated(room, seats, v, "throw"):
        return
    await room.enforce_deadline()
    thrower = room.live.thrower
    if thrower in seats and not room.live.dice.is_ready:
        await dice_promises.renounce(room, seats)
        await dice_promises.give_word(room, seats, salt)
    await room.write(room.live.row_for_throw, -1 if thrower is None or thrower not in seats else thrower)


async def take_back(room: Room, seats: Seats, v: int) -> None:
    """Take back plies where that needs no consent, else offer a takeback to the others."""
    if _is_repeated(room, seats, v, "undo"):
        return
    count = room.live.free_undo(seats)
    if count:
        await room.write(room.live.row_for, "undo", text=str(count))
    else:
        await make_offer(room, seats, "takeback")


async def make_offer(room: Room, seats: Seats, kind: OfferKind) -> None:
    """Offer a draw, takeback or rematch to all other people; an equal offer of theirs is accepted instead."""
    if kind in room.offers:
        # Two who offer the same at the same time have agreed.
        if room.offers[kind].seat not in seats:
            await answer_offer(room, seats, kind, True)
        return
    if kind not in table_state.permitted_actions(room, seats):
        raise Refused("NOT_NOW")
    # Of several seats the one that moved last makes the offer, else the first.
    seat = next((origin.seat for origin in reversed(room.live.origins) if origin.seat in seats), min(seats))
    others = room.live.humans() - seats
    offer = room.offers[kind] = Offer(kind, seat, set(others))
    computers = {each.seat for each in room.live.seats if each.kind == "computer"}
    if kind == "draw" and computers:
        offer.waiting |= computers
        # Outside the queue: a search would hold up every move.
        room.spawn(_let_computers_answer(room, offer, frozenset(computers)))
    await _settle(room, kind)


async def _let_computers_answer(room: Room, offer: Offer, computers: Seats) -> None:
    """Answer a draw offer for the computers, by the points they expect."""
    yes = await computer_player.accepts_draw(room)

    async def answer() -> None:
        # The very offer, not another one of its kind made meanwhile.
        if room.offers.get(offer.kind) is offer:
            await answer_offer(room, computers, offer.kind, yes)

    await room.ask(answer)


async def answer_offer(room: Room, seats: Seats, kind: OfferKind, yes: bool) -> None:
    """Accept or decline an offer; its maker withdraws it by declining."""
    offer = room.offers.get(kind)
    if offer is None or not seats & {offer.seat, *offer.waiting}:
        raise Refused("NOT_NOW")
    if not yes:
        del room.offers[kind]
        room.offer_changed(kind)
        room.table_changed()
        return
    offer.waiting -= seats
    await _settle(room, kind)


async def _settle(room: Room, kind: OfferKind) -> None:
    """Put an offer into effect if all have accepted it."""
    offer = room.offers[kind]
    if offer.waiting:
        room.offer_changed(kind)
        room.table_changed()
        return
    del room.offers[kind]
    room.offer_changed(kind)
    if kind == "draw":
        await room.write(room.live.row_for, "draw", offer.seat)
    elif kind == "takeback":
        count = room.live.takeback(offer.seat)
        if not count:
            raise Refused("NOT_NOW")
        await room.write(room.live.row_for, "undo", text=str(count))
    else:
        room.set_next_game(await room.host.rematch(room.live))


async def resign(room: Room, seats: Seats, seat: int) -> None:
    """Resign with a seat; before the second ply the game is called off instead, except in an event."""
    if seat not in seats:
        raise Refused("NOT_YOUR_SEAT")
    # In an event a game that is paired counts; elsewhere one that nobody has answered does not.
    has_hardly_begun = len(room.live.record) < 2 and not room.live.official
    kind = "call-off" if room.live.state == "waiting" or has_hardly_begun else "resign"
    await room.write(room.live.row_for, kind, seat)


async def end_challenge(room: Room, seats: Seats) -> None:
    """Withdraw a challenge; the person to whom it is, who has no seat (-1), declines it."""
    if room.live.state != "waiting":
        raise Refused("NOT_NOW")
    await room.write(room.live.row_for, "call-off", min(seats))


async def claim_win(room: Room, seats: Seats) -> None:
    """Claim the win because the opponent is absent; before the second ply the game is called off instead."""
    absent = room.live.decider
    if absent is None or not room.claimable(seats):
        raise Refused("NOT_NOW")
    await room.write(room.live.row_for, "call-off" if len(room.live.record) < 2 else "flag", absent)


async def let_computer_play(room: Room, seats: Seats) -> None:
    """Let the computer stand in for the absent player to move until the player is back."""
    live = room.live
    if live.decider is None or "stand-in" not in table_state.permitted_actions(room, seats):
        raise Refused("NOT_NOW")
    owner = live.seats[live.decider].owner
    # All seats of the absent person: half a player at the board would leave the others waiting.
    for seat in [each.seat for each in live.seats if each.kind == "human" and each.owner == owner]:
        await room.write(live.row_for, "stand-in", seat, str(STAND_IN_LEVEL))


async def hint(room: Room, seats: Seats, v: int, words: Words) -> dict[str, object]:
    """Return the message `Hint`, without `n`.  It runs outside the queue: the search takes a while."""
    if not seats:
        raise Refused("NOT_YOUR_SEAT")
    live, engine = room.live, room.host.engine
    if v != live.v:
        raise Refused("STALE")
    if "hint" not in table_state.permitted_actions(room, seats):
        raise Refused("NOT_NOW")
    # What the search is about: the game may go on while it runs.
    position = live.position
    payer = computer_player.payer_of(room)
    # Asked before, charged after: what a search costs is known when it is over.
    room.host.quotas.require(payer, "thinking")
    try:
        advice = await engine.find(
            payer, *live.line, "hint", lambda: room.live.v == v, nodes=ADVICE_NODES, lang=words.language
        )
    except EngineError:
        raise Refused("ENGINE") from None
    if advice is None:
        raise Refused("STALE")
    move, steps = advice["move"], list(advice["lines"])
    script = next((list(way) for way, leaf in leaves(scene.tap_trie(position)) if leaf == move), [])
    steps[-1] = f"{steps[-1]} {scene.describe(position, move, words)}"
    return {"type": "hint", "g": live.row.id, "v": v, "m": move, "script": script, "steps": steps}


async def say(room: Room, seats: Seats, phrase: str) -> None:
    """Broadcast a preset phrase."""
    if (await room.host.people.persons.find(room.live.seats[min(seats)].owner)).muted:
        raise Refused("MUTED")
    room.say(min(seats), phrase)
