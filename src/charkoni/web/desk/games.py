"""The games of an event on this server: made for its tables, and what comes of them.

A game's id is noted beside the log before the game is made, so a server that was killed in between makes it then.
"""

from fractions import Fraction

from charkoni.core.errors import mark
from charkoni.core.game import named
from charkoni.tournament.errors import NotNow, refusal
from charkoni.tournament.model import PROFILES, Board, Tournament
from charkoni.web.access import new_id
from charkoni.web.clocks import Control
from charkoni.web.desk import rights
from charkoni.web.desk.events import Event
from charkoni.web.hub import Hub, Wish
from charkoni.web.match import Match, Official
from charkoni.web.room import Room
from charkoni.web.store import SeatRow

START_MS = 30_000
DRAWS_FROM = 60
_ONE_GAME = mark("rounds of several games are not played on this server")


def is_online(event: Event, board: Board) -> bool:
    """Tell whether a table is played on this server: both sides have a browser, and the event wants that."""
    if board.is_bye or event.state.settings.boards == "tables":
        return False
    return all(rights.guest_of(event, id_) for id_ in (board.first, board.second))


def seated(board: Board) -> tuple[int, int]:
    """Return the entries at a table in the order in which they move."""
    return (board.second, board.first) if board.mover == board.second else (board.first, board.second)


def official(state: Tournament) -> Official:
    """Return how games of an event differ from others; by the strict profile the clock starts with the round."""
    strict = state.settings.profile == PROFILES[0]
    return Official(0, 0) if strict else Official(START_MS, DRAWS_FROM)


async def begin(hub: Hub, event: Event, number: int, board: Board) -> str:
    """Return the game of a table, made if it is not there yet."""
    guests = [rights.guest_of(event, id_) for id_ in seated(board)]
    return await _made(hub, event, number, board, guests)


async def begin_recording(hub: Hub, event: Event, number: int, place: int, guest: str) -> str:
    """Return the game that is recorded on a phone at a table; both seats belong to the phone."""
    board = event.public.rounds[number - 1].boards[place - 1]
    await event.put("recorded", f"{number}:{place}", 1)
    return await _made(hub, event, number, board, [guest, guest])


async def _made(hub: Hub, event: Event, number: int, board: Board, guests: list[str]) -> str:
    settings, key = event.state.settings, f"{number}:{board.number}"
    if settings.games != "1":
        raise refusal(NotNow, settings.games, _ONE_GAME)
    game_id = str(event.mapping("games").get(key, ""))
    if not game_id:
        game_id = new_id()
        await event.put("games", key, game_id)
    if await hub.room(game_id) is not None:
        return game_id
    names = [event.state.name(id_)[:60] for id_ in seated(board)]
    sides = named(settings.game).sides
    seats = [SeatRow("", seat, "human", names[side], guests[side]) for seat, side in enumerate(sides)]
    wish = Wish(named(settings.game), (), Control("sudden", settings.clock * 60_000))
    await hub.found(wish, seats, f"t/{event.id}/me", game_id, official(event.state))
    return game_id


def outcome(match: Match, board: Board) -> tuple[str, str, list[int]]:
    """Return what came of a game that is over: the result, the reason, and the entries that made no move.

    Who lost on time without a move lost by forfeit; nothing is said when the game was called off.
    """
    found = match.outcome
    if found is None:
        return "", "", []
    seats = seated(board)
    of_side = dict(zip(match.game.sides, found.scores, strict=True))
    scores: dict[int, Fraction] = {seats[side]: of_side[side] for side in (0, 1)}
    moved = {match.game.sides[made.seat] for made in match.made if made.seat >= 0}
    idle = [seats[side] for side in (0, 1) if side not in moved] if match.last and match.last.kind == "flag" else []
    first, second = scores[board.first], scores[board.second]
    lost_idle = [id_ for id_ in idle if scores[id_] == 0]
    if lost_idle:
        return ("-" if board.first in lost_idle else "+"), found.reason, lost_idle
    return ("=" if first == second else "1" if first > second else "0"), found.reason, []


async def change_clock(room: Room, what: str, seat: int, minutes: int) -> None:
    """Pause a game, let it go on, or give a seat more time."""

    async def work() -> None:
        kind = what if what in ("pause", "go-on") else "clock"
        more = {seat: minutes * 60_000} if kind == "clock" else None
        await room.commit(room.match.row_for_desk(kind, room.hub.time.now(), room.hub.time.wall(), more))
        room.renew("stale")

    await room.ask(work)
