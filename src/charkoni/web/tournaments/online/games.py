"""Games of an event on this server: created for its tables, and their results.

The id of a game is stored beside the log before the game is created, so a server that is killed in between creates it
after its restart.
"""

import contextlib
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial

from charkoni.core.errors import N_
from charkoni.core.registry import named
from charkoni.games.match_format import FORMATS
from charkoni.tournament.acts.base import board_of
from charkoni.tournament.model.errors import WrongPhase, refusal
from charkoni.tournament.model.event import Tournament
from charkoni.tournament.model.games import profiles
from charkoni.tournament.model.league import DAYS
from charkoni.tournament.model.results import has_final_count
from charkoni.tournament.model.rounds import Board, Round
from charkoni.tournament.model.settings import Settings
from charkoni.tournament.pairing import lots, openings
from charkoni.tournament.pairing.systems import system_of
from charkoni.web.http.sessions import new_id
from charkoni.web.live.game.clocks import DAY, Control
from charkoni.web.live.game.live_game import LiveGame, Official
from charkoni.web.live.hub import GameRequest, Hub
from charkoni.web.live.results import final_counts
from charkoni.web.live.room import Room
from charkoni.web.store import Conflict, SeatRow
from charkoni.web.tournaments import permissions
from charkoni.web.tournaments.events import OpenEvent

START_MS = 30_000
"""How long the first move may take before the clock starts."""

DRAWS_FROM = 60
"""From which ply on draws may be offered."""

_ONE_GAME = N_("a phone can record single games, not matches of several")


def all_of(event: OpenEvent, number: int, place: int) -> list[str]:
    """Return the games of a table in order: one, or those of a match so far."""
    known = event.mapping("games")
    ids = [known.get(f"{number}:{place}")]
    while ids[-1]:
        ids.append(known.get(f"{number}:{place}:{len(ids) + 1}"))
    return [str(game) for game in ids if game]


def latest(event: OpenEvent) -> dict[str, str]:
    """Return the last game of every table, by `round:table`."""
    ids = {}
    for key in event.mapping("games"):
        number, place = key.split(":")[:2]
        ids[f"{number}:{place}"] = all_of(event, int(number), int(place))[-1]
    return ids


async def played(hub: Hub, event: OpenEvent, number: int, place: int) -> tuple[list[str], Room | None]:
    """Return the games of a table as `all_of` does, and the room of the last one."""
    known = all_of(event, number, place)
    return known, await hub.room(known[-1]) if known else None


def is_recorded(event: OpenEvent, number: int, place: int) -> bool:
    """Return whether the game of a table is only recorded on a phone; both players then confirm its result."""
    return f"{number}:{place}" in event.mapping("recorded")


@asynccontextmanager
async def moving_with_players(event: OpenEvent) -> AsyncIterator[None]:
    """Move games with their players where the body renumbers tables; nobody takes one for the other meanwhile."""
    async with event.tables:
        before = event.state.current
        yield
        after = event.state.current
        if before is None or after is None or after.number != before.number or after.boards == before.boards:
            return
        for name in ("games", "recorded"):
            await event.update(name, partial(_renumber, before=before, after=after))


def _renumber(games: dict[str, object], before: Round, after: Round) -> None:
    """Change the keys `round:table` and `round:table:game` of a round to the new numbers of its tables."""
    numbers = {frozenset((board.first, board.second)): board.number for board in before.boards}
    of_round = {key: value for key, value in games.items() if key.partition(":")[0] == str(after.number)}
    for key in of_round:
        del games[key]
    for board in after.boards:
        old = f"{after.number}:{numbers.get(frozenset((board.first, board.second)), 0)}"
        for key, value in of_round.items():
            if key == old or key.startswith(f"{old}:"):
                games[f"{after.number}:{board.number}{key.removeprefix(old)}"] = value


def is_online(event: OpenEvent, board: Board) -> bool:
    """Return whether a table is played on this server: the event has online boards, and both sides have a device."""
    if board.is_bye or event.state.settings.boards == "tables":
        return False
    return all(permissions.guest_of(event, id_) for id_ in (board.first, board.second))


def unopened(event: OpenEvent, board: Board) -> frozenset[int]:
    """Return who must open a link before the game of a table of an online event can begin; nobody elsewhere."""
    if board.is_bye or event.state.settings.boards != "online":
        return frozenset()
    return frozenset(id_ for id_ in (board.first, board.second) if not permissions.guest_of(event, id_))


def seats_by_move(board: Board) -> tuple[int, int]:
    """Return the entries at a table in the order in which they move."""
    return (board.second, board.first) if board.mover == board.second else (board.first, board.second)


def is_by_days(event: OpenEvent) -> bool:
    """Return whether the games of an event have a day for each move, those of a league by days."""
    return event.league is not None and event.league.pace == DAYS


def official(state: Tournament) -> Official:
    """Return the rules of games of an event; by a strict profile the clock starts at once and no draw is agreed."""
    is_strict = profiles()[state.settings.profile].is_strict_online
    return Official(0, 0) if is_strict else Official(START_MS, DRAWS_FROM)


async def begin(hub: Hub, event: OpenEvent, number: int, board: Board, game: int = 1) -> str:
    """Return the id of a game of a table, created if necessary.  game: its number in the match."""
    seats = seats_of_game(event.state, number, board, game)
    return await _created(hub, event, number, board, seats, [permissions.guest_of(event, id_) for id_ in seats], game)


def seats_of_game(state: Tournament, number: int, board: Board, game: int) -> tuple[int, int]:
    """Return the entries in the order of moves in a game of a match; they begin in turn, a deciding game by lot."""
    one, other = seats_by_move(board)
    match, seed = FORMATS[state.settings.games], state.settings.seed
    begins = lots.beginner(seed, number, board.number, (board.first, board.second), one, game, match)
    return (one, other) if begins == one else (other, one)


async def begin_recording(hub: Hub, event: OpenEvent, number: int, place: int, guest: str) -> str:
    """Return the id of a game that is recorded on a phone; both seats belong to the phone."""
    if event.state.settings.boards == "online":
        raise refusal(WrongPhase, place, N_("the game of an online event is played on its board"))
    if event.state.settings.games != "1":
        raise refusal(WrongPhase, event.state.settings.games, _ONE_GAME)
    async with event.tables:
        board = board_of(event.public.rounds[number - 1], place)
        await event.set_item("recorded", f"{number}:{place}", 1)
        return await _created(hub, event, number, board, seats_by_move(board), [guest, guest], 1)


async def _created(
    hub: Hub, event: OpenEvent, number: int, board: Board, order: tuple[int, int], guests: list[str], game: int
) -> str:
    settings = event.state.settings
    key = f"{number}:{board.number}" + (f":{game}" if game > 1 else "")
    if key not in event.mapping("games"):
        await event.update("games", lambda known: known.setdefault(key, new_id()))
    game_id = str(event.mapping("games")[key])
    if await hub.room(game_id) is not None:
        return game_id
    names = [event.state.name(id_)[:60] for id_ in order]
    control = Control("daily", DAY) if is_by_days(event) else Control("sudden", settings.clock * 60_000)
    # Two members may have turned out to be one.
    is_rated = event.league is not None and event.league.is_rated and guests[0] != guests[1]
    sides, watch = named(settings.game).sides, int(is_rated)
    seats = [SeatRow("", seat, "human", names[side], guests[side], watch=watch) for seat, side in enumerate(sides)]
    start = openings.position_text(settings, number)
    request = GameRequest(named(settings.game), (), control, start=start, rated=is_rated)
    with contextlib.suppress(Conflict):  # another request has made it meanwhile
        await hub.create_with_seats(request, seats, f"t/{event.id}/me", game_id, official(event.state))
    return game_id


@dataclass(frozen=True, slots=True)
class GameResult:
    """The result of a game that is over.

    scores: half points by entry.  idle: the entry that lost on time without any move.  reason: code of the end.
    stores: both stores by entry, of a game that was played to the end on the board.
    """

    scores: dict[int, int]
    idle: tuple[int, ...]
    reason: str
    stores: Mapping[int, int] | None = None


def game_result(live: LiveGame, seats: tuple[int, int]) -> GameResult | None:
    """Return the result of a game, None while it is open or when it was called off.

    seats: the entries in the order of moves.
    """
    outcome = live.outcome
    if outcome is None:
        return None
    of_side = dict(zip(live.game.sides, outcome.scores, strict=True))
    scores = {seats[side]: round(2 * of_side[side]) for side in (0, 1)}
    moved = {live.game.sides[made.seat] for made in live.origins if made.seat >= 0}
    counts = final_counts(live)
    stores = {seats[side]: count for side, count in counts.items()} if counts else None
    idle = [seats[side] for side in (0, 1) if side not in moved] if live.last and live.last.kind == "flag" else []
    return GameResult(scores, tuple(id_ for id_ in idle if scores[id_] == 0), outcome.reason, stores)


def result_text(settings: Settings, result: GameResult, one: int, other: int) -> str:
    """Return the result of a single game as `one` sees it: both stores where they count, else 1, = or 0."""
    if result.stores is not None and has_final_count(settings):
        return f"{result.stores[one]}:{result.stores[other]}"
    return (
        "=" if result.scores[one] == result.scores[other] else "1" if result.scores[one] > result.scores[other] else "0"
    )


def match_text(settings: Settings, board: Board, results: Sequence[GameResult]) -> str:
    """Return the result of a table as its first side sees it; an empty text while the match goes on.

    A player losing the first game on time without a move was absent: the whole match is a forfeit.
    """
    if results and results[0].idle:
        return "-" if board.first in results[0].idle else "+"
    first = sum(result.scores[board.first] for result in results)
    second = sum(result.scores[board.second] for result in results)
    needs_winner = system_of(settings).needs_winner
    if FORMATS[settings.games].goes_on(first, second, len(results), needs_winner=needs_winner):
        return ""
    if len(results) == 1 and settings.games == "1":
        return result_text(settings, results[0], board.first, board.second)
    return f"{first / 2:g}:{second / 2:g}"
