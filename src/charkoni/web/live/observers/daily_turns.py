"""The turns of games with days per move: answers that were planned, and clocks that stand still in a vacation."""

import contextlib
from collections.abc import Sequence

from charkoni.core.errors import BadMove, IllegalMove
from charkoni.web.http.errors import Refused
from charkoni.web.live.cluster import Cluster, OwnerObserver
from charkoni.web.live.conditional_moves import Tree, lines_of, tree_of
from charkoni.web.live.game.live_game import CONDITIONAL, LiveGame
from charkoni.web.live.room import Room


class DailyTurns(OwnerObserver):
    """Plays an answer as soon as it is due, or else stops the clock of who is on vacation."""

    def __init__(self, room: Room, cluster: Cluster) -> None:
        super().__init__(room, cluster)
        self._looked = -1

    def advanced(self) -> None:
        """Look what is due once in each version of the position, in games with days per move."""
        live = self._room.live
        is_daily = live.state == "open" and live.control.kind == "daily"
        is_due = is_daily and live.decider is not None and live.is_human(live.decider)
        if is_due and self._looked != live.v and self.owns_game():
            self._room.spawn(self.attempt(self._play))

    async def _play(self) -> None:
        """Play the answer that is due, if there is one, else look for a vacation; runs in the room's queue."""
        room, live = self._room, self._room.live
        v, seat = live.v, live.decider
        move = None if seat is None else await room.host.conditions.reply(room.id, len(live.record), seat)
        if seat is not None and move is not None and not await room.enforce_deadline():
            # Checked when it was stored; rules that have changed since then leave the move to the person.
            with contextlib.suppress(BadMove, IllegalMove):
                await room.write(live.row_for_move, seat, move, CONDITIONAL)
        elif move is None:
            await settle_vacation(room)
        self._looked = v


async def settle_vacation(room: Room) -> None:
    """Stop the clock of a person on vacation whose move it is, or start it again when the vacation was given up.

    Runs in the room's queue; does nothing in games of events, whose rounds have ends of their own.
    """
    live, now = room.live, room.host.time.wall()
    seat = live.decider
    if live.control.kind != "daily" or live.official or seat is None:
        return
    ends = await room.host.people.vacations.until(live.seats[seat].owner, now)
    # Time that has run out is not stopped any more.
    if ends != live.vacation and (ends or live.vacation > now) and not await room.enforce_deadline():
        await room.write(live.row_for, "vacation", seat, str(ends))


def takes_conditions(live: LiveGame) -> bool:
    """Return whether a game takes conditional moves: one with days per move, without dice, that goes on."""
    return live.state == "open" and live.control.kind == "daily" and not live.game.has_dice


def obstacle(live: LiveGame, seats: frozenset[int]) -> str:
    """Return the code of why the holder of some seats cannot plan moves now, "" if he can."""
    if live.game.has_dice:
        return "NO_CONDITIONS"
    return "" if takes_conditions(live) and len(seats) == 1 and live.decider not in {None, *seats} else "NOT_NOW"


async def plan(room: Room, seats: frozenset[int], person: str, lines: Sequence[Sequence[str]], adds: bool) -> None:
    """Store the conditional moves of a person; raise Refused, BadMove, IllegalMove or StoreError.

    lines: of moves from the present position on, see `tree_of`.  adds: to those stored, of which answers that differ
    are dropped; else instead of them.
    """
    live, conditions = room.live, room.host.conditions
    code = obstacle(live, seats)
    if code:
        raise Refused(code)
    seat, kept = min(seats), list(lines)
    tree: Tree = tree_of(live.position, seat, kept)
    for line in lines_of(await conditions.of(room.id, person)) if adds else ():
        with contextlib.suppress(Refused):
            tree = tree_of(live.position, seat, [*kept, line])
            kept.append(line)
    if not await conditions.save(room.id, seat, person, len(live.record), tree):
        raise Refused("STALE")
