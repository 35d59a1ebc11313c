"""The promises that bind the dice of a room: the steps of the players, those of the server, and their deadlines.

All functions but the observer run in the room's queue.  See `games.fair_dice` for the protocol.
"""

from charkoni.games import fair_dice
from charkoni.web.http.errors import Refused
from charkoni.web.live.cluster import OwnerObserver
from charkoni.web.live.room import Room

COMMIT_MS = 10_000
"""How long the server waits for the commitments of all browsers, before it goes on without those that are missing."""

WORD_MS = 60_000
"""How long it waits for the words of those without a seed."""

LONGEST_WORD = 64  # characters: a word is a row of the log


async def promise(room: Room, seats: frozenset[int], seat: int, commitment: str) -> None:
    """Store the commitment of one of the seats; raise Refused when it has another one, or comes too late."""
    if seat not in seats:
        raise Refused("NOT_YOUR_SEAT")
    state = room.live.dice
    if state.commitments.get(seat) == commitment:
        return
    # One commitment each, before the server's: a second one would be a choice.
    if seat in state.commitments or state.key:
        raise Refused("NOT_NOW")
    await _write(room, "seed", seat, commitment)
    await settle(room)


async def reveal(room: Room, seats: frozenset[int], seat: int, seed: str) -> None:
    """Store the seed of one of the seats; raise Refused when it does not fit its commitment, or comes too early."""
    if seat not in seats:
        raise Refused("NOT_YOUR_SEAT")
    state = room.live.dice
    if state.secrets.get(seat) == seed:
        return
    # Before all are bound a seed would let the others choose theirs.
    if state.stage != "reveal" or fair_dice.seed_commitment(room.id, seat, seed) != state.commitments[seat]:
        raise Refused("NOT_NOW")
    await _write(room, "reveal", seat, seed)


async def renounce(room: Room, seats: frozenset[int]) -> None:
    """Let those of some seats that have no commitment give a word after the server's commitment."""
    for seat in sorted(seats):
        if not room.live.dice.key and seat not in room.live.dice.commitments:
            await _write(room, "seed", seat, fair_dice.WORD)
    await settle(room)


async def give_word(room: Room, seats: frozenset[int], word: str) -> None:
    """Store the word of those of some seats of which one is due."""
    for seat in sorted(seats):
        state = room.live.dice
        if state.stage == "word" and seat in state.missing() and state.commitments[seat] == fair_dice.WORD:
            await _write(room, "reveal", seat, word[:LONGEST_WORD])


async def settle(room: Room) -> None:
    """Take the steps of the server: computers' seeds, its key, and going on without those that do not answer."""
    live = room.live
    if live.state != "open" or not live.game.has_dice:
        return
    state, waited = live.dice, room.host.time.now() - live.dice.changed
    if state.stage == "commit":
        for seat in state.missing():
            if not live.is_human(seat):
                seed = fair_dice.new_secret()
                await _write(room, "seed", seat, f"{fair_dice.seed_commitment(room.id, seat, seed)} {seed}")
            # The game goes on without this seat's share; the server's key binds the throws as well.
            elif waited >= COMMIT_MS:
                await _write(room, "seed", seat, fair_dice.ABSENT)
        if not state.missing():
            await _write(room, "key", -1, fair_dice.new_secret())
    elif state.stage == "word" and waited >= WORD_MS:
        for seat in state.missing():
            if state.commitments[seat] == fair_dice.WORD:
                await _write(room, "reveal", seat, "")


async def _write(room: Room, kind: str, seat: int, text: str) -> None:
    if room.live.state == "open" and not room.live.game.has_dice:
        raise Refused("NOT_NOW")
    await room.write(room.live.row_for, kind, seat, text)


class DiceKeeper(OwnerObserver):
    """Takes the steps of the server when they are due."""

    def advanced(self) -> None:
        """Take the steps that are due now, and set the timer to those that are due later."""
        live = self._room.live
        self.closed()
        is_awaited = live.state == "open" and live.game.has_dice and live.dice.stage in ("commit", "word")
        if is_awaited and self.owns_game():
            self.set_timer(self._wait_ms() / 1000, lambda: settle(self._room))

    def _wait_ms(self) -> int:
        """Return in how many ms the next step is due."""
        live = self._room.live
        missing = live.dice.missing()
        if live.dice.stage == "commit" and not (missing and all(map(live.is_human, missing))):
            return 0
        wait_ms = COMMIT_MS if live.dice.stage == "commit" else WORD_MS
        return max(0, live.dice.changed + wait_ms - self._room.host.time.now()) + 1
