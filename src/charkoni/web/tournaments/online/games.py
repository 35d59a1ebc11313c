"""The games of an event on this server: made for its tables, and what comes of them.

A game's id is noted beside the log before the game is made, so a server that was killed in between makes it then.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from charkoni.core.errors import mark
from charkoni.core.registry import named
from charkoni.graphics.scene import counters
from charkoni.tournament.model.errors import NotNow, refusal
from charkoni.tournament.model.event import Tournament
from charkoni.tournament.model.profiles import profiles
from charkoni.tournament.model.results import goes_on, has_final_count
from charkoni.tournament.model.rounds import Board, Round
from charkoni.tournament.model.settings import Settings
from charkoni.tournament.pairing import lots
from charkoni.web.http.errors import Refused
from charkoni.web.http.sessions import new_id
from charkoni.web.http.texts import words_in
from charkoni.web.live.clocks import Control
from charkoni.web.live.hub import GameRequest, Hub
from charkoni.web.live.live_game import LiveGame, Official
from charkoni.web.live.room import Room
from charkoni.web.store import SeatRow
from charkoni.web.tournaments import permissions
from charkoni.web.tournaments.events import Event

START_MS = 30_000
DRAWS_FROM = 60
_ONE_GAME = mark("a phone takes down single games, not matches of several")


def all_of(event: Event, number: int, place: int) -> list[str]:
    """Return the games of a table in order: one, or those of a match so far."""
    known = event.mapping("games")
    found = [known.get(f"{number}:{place}")]
    while found[-1]:
        found.append(known.get(f"{number}:{place}:{len(found) + 1}"))
    return [str(game) for game in found if game]


def latest(event: Event) -> dict[str, str]:
    """Return the game that was begun last at every table, by `round:table`."""
    found = {}
    for key in event.mapping("games"):
        number, place = key.split(":")[:2]
        found[f"{number}:{place}"] = all_of(event, int(number), int(place))[-1]
    return found


def is_recorded(event: Event, number: int, place: int) -> bool:
    """Tell whether the game of a table is only taken down on a phone; then both players confirm its result."""
    return f"{number}:{place}" in event.mapping("recorded")


async def follow(event: Event, before: Round | None) -> None:
    """Let games that are noted for tables stay with their players when tables get other numbers.

    before: the round as it was.
    """
    after = event.state.current
    if before is None or after is None or after.number != before.number or after.boards == before.boards:
        return
    numbers = {frozenset((board.first, board.second)): board.number for board in before.boards}
    round_, boards = str(after.number), after.boards

    def work(found: dict[str, Any]) -> None:
        old_ones = dict(found)
        for key in [key for key in found if key.partition(":")[0] == round_]:
            del found[key]
        for board in boards:
            old = f"{round_}:{numbers.get(frozenset((board.first, board.second)), 0)}"
            for key, value in old_ones.items():
                if key == old or key.startswith(f"{old}:"):
                    found[f"{round_}:{board.number}{key.removeprefix(old)}"] = value

    for name in ("games", "recorded"):
        await event.change(name, work)


def is_online(event: Event, board: Board) -> bool:
    """Tell whether a table is played on this server: both sides have a browser, and the event wants that."""
    if board.is_bye or event.state.settings.boards == "tables":
        return False
    return all(permissions.guest_of(event, id_) for id_ in (board.first, board.second))


def seated(board: Board) -> tuple[int, int]:
    """Return the entries at a table in the order in which they move."""
    return (board.second, board.first) if board.mover == board.second else (board.first, board.second)


def official(state: Tournament) -> Official:
    """Return how games of an event differ from others; by the strict profile the clock starts with the round."""
    is_strict = profiles()[state.settings.profile].is_strict_online
    return Official(0, 0) if is_strict else Official(START_MS, DRAWS_FROM)


async def begin(hub: Hub, event: Event, number: int, board: Board, game: int = 1) -> str:
    """Return a game of a table, made if it is not there yet; game: its number in a match."""
    seats = seats_of_game(event.state, number, board, game)
    return await _made(hub, event, number, board, seats, [permissions.guest_of(event, id_) for id_ in seats], game)


def seats_of_game(state: Tournament, number: int, board: Board, game: int) -> tuple[int, int]:
    """Return the entries in the order in which they move in a game of a match: by turns first, then by lot."""
    one, other = seated(board)
    begins = lots.beginner(state.settings.seed, number, board.number, (board.first, board.second), one, game)
    return (one, other) if begins == one else (other, one)


async def begin_recording(hub: Hub, event: Event, number: int, place: int, guest: str) -> str:
    """Return the game that is recorded on a phone at a table; both seats belong to the phone."""
    if event.state.settings.games != "1":
        raise refusal(NotNow, event.state.settings.games, _ONE_GAME)
    board = event.public.rounds[number - 1].boards[place - 1]
    await event.put("recorded", f"{number}:{place}", 1)
    return await _made(hub, event, number, board, seated(board), [guest, guest], 1)


async def _made(
    hub: Hub, event: Event, number: int, board: Board, order: tuple[int, int], guests: list[str], game: int
) -> str:
    settings = event.state.settings
    key = f"{number}:{board.number}" + (f":{game}" if game > 1 else "")
    game_id = str(event.mapping("games").get(key, ""))
    if not game_id:
        game_id = new_id()
        await event.put("games", key, game_id)
    if await hub.room(game_id) is not None:
        return game_id
    names = [event.state.name(id_)[:60] for id_ in order]
    sides = named(settings.game).sides
    seats = [SeatRow("", seat, "human", names[side], guests[side]) for seat, side in enumerate(sides)]
    wish = GameRequest(named(settings.game), (), Control("sudden", settings.clock * 60_000))
    await hub.create_with_seats(wish, seats, f"t/{event.id}/me", game_id, official(event.state))
    return game_id


@dataclass(frozen=True, slots=True)
class Came:
    """What came of a game that is over.  scores: half points by entry.  idle: who lost on time without any move.

    stores: what lies in both stores, by entry, of a game that was counted out on the board.
    """

    scores: dict[int, int]
    idle: tuple[int, ...]
    reason: str
    stores: Mapping[int, int] | None = None


def outcome(match: LiveGame, seats: tuple[int, int]) -> Came | None:
    """Return what came of a game, None when it was called off; seats: entries in the order in which they move."""
    found = match.outcome
    if found is None:
        return None
    of_side = dict(zip(match.game.sides, found.scores, strict=True))
    scores = {seats[side]: round(2 * of_side[side]) for side in (0, 1)}
    moved = {match.game.sides[made.seat] for made in match.origins if made.seat >= 0}
    idle = [seats[side] for side in (0, 1) if side not in moved] if match.last and match.last.kind == "flag" else []
    return Came(scores, tuple(id_ for id_ in idle if scores[id_] == 0), found.reason, _stores(match, seats))


def _stores(match: LiveGame, seats: tuple[int, int]) -> dict[int, int] | None:
    """Return the stores of a game in which everything has come into them, by entry; None of any other game.

    A store is the first number beside the board that is shown on its way to the whole.
    """
    stores: dict[int, tuple[int, int]] = {}
    for counter in counters(match.position, words_in("en")):
        if counter.player is not None and counter.bar is not None:
            stores.setdefault(match.game.sides[counter.player], (int(counter.bar[0]), int(counter.bar[2])))
    wholes = {whole for _, whole in stores.values()}
    if set(stores) != {0, 1} or wholes != {sum(store for store, _ in stores.values())}:
        return None
    return {seats[side]: store for side, (store, _) in stores.items()}


def said(settings: Settings, came: Came, one: int, other: int) -> str:
    """Return what came of a single game, as `one` of the two sees it: both stores where they count, else 1, = or 0."""
    if came.stores is not None and has_final_count(settings):
        return f"{came.stores[one]}:{came.stores[other]}"
    return "=" if came.scores[one] == came.scores[other] else "1" if came.scores[one] > came.scores[other] else "0"


def text_of(settings: Settings, board: Board, games: Sequence[Came]) -> str:
    """Return the result of a table as its first side sees it, nothing while the match goes on.

    Who lost the first game on time without a move has not come: the whole match is a forfeit.
    """
    if games and games[0].idle:
        return "-" if board.first in games[0].idle else "+"
    first = sum(game.scores[board.first] for game in games)
    second = sum(game.scores[board.second] for game in games)
    if goes_on(settings, first, second, len(games)):
        return ""
    if len(games) == 1 and settings.games == "1":
        return said(settings, games[0], board.first, board.second)
    return f"{first / 2:g}:{second / 2:g}"


async def change_clock(room: Room, what: str, side: int = 0, minutes: int = 0) -> None:
    """Pause a game, let it go on, or give a side (0 moves first) more time (`more`), or just so much (`set`)."""

    async def work() -> None:
        kind = what if what in ("pause", "go-on") else "clock"
        match, now = room.live, room.host.time.now()
        more: dict[int, int] = {}
        if kind == "clock":
            seat = match.game.sides.index(side)
            left = match.clocks.seats_left(now)[seat]
            more[seat] = minutes * 60_000 - (left if what == "set" else 0)
        await room.commit(match.row_for_arbiter(kind, now, room.host.time.wall(), more))
        room.reset_board("stale")

    await room.ask(work)


async def take_back_to(room: Room, ply: int) -> None:
    """Set a game back to where it was after some plies; raise NotNow of matches when that cannot be."""

    async def work() -> None:
        count = len(room.live.record) - ply
        if room.live.state != "open" or not 0 < count <= len(room.live.record):
            raise Refused("NOT_NOW")
        await room.commit(room.live.row_for_undo(count, room.host.time.now(), room.host.time.wall()))

    await room.ask(work)


async def hand_over(room: Room, side: int, guest: str) -> None:
    """Let another device of a player hold his seats from now on; the old one only looks on."""

    async def work() -> None:
        match = room.live
        mine = [seat for seat, of in enumerate(match.game.sides) if of == side]
        for seat in mine:
            await room.host.store.hand_over(match.row.id, seat, guest)
            match.seats[seat] = replace(match.seats[seat], owner=guest)
        for viewer in room.subscribers:
            viewer.seats -= set(mine)
        room.reset_board("stale")

    await room.ask(work)
