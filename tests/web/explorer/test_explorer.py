"""The explorer: what was played in finished public games, against a count of its own over the records."""

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import update
from tests.web.conftest import Work

from charkoni import game as rules_of
from charkoni.core.record import Record
from charkoni.web.explorer import indexer, positions, search
from charkoni.web.explorer.positions import Explorer, key_of
from charkoni.web.live.game.live_game import LiveGame
from charkoni.web.store import GameRow, SeatRow, Store
from charkoni.web.store.store import set_value
from charkoni.web.store.tables import games

START = 1_800_000_000_000
DAY = 24 * 3_600_000


def _winner(row: GameRow) -> int:
    return {"1:0": 0, "0:1": 1}.get(row.result, -1)


def played(name: str, rng: random.Random, most: int = 400) -> Record:
    """Return a random game, which the first player resigns if it gets too long."""
    record = Record(rules_of(name), tags={"A": "Ann", "B": rng.choice(("Bob", "Cem"))})
    while record.outcome is None and len(record) < most:
        # Few choices at first, so that games share positions.
        moves = record.position.moves
        record.play(rng.choice(moves[:2] if len(record) < 4 else moves))
    if record.outcome is None:
        record.resign(0)
    return record


async def write(store: Store, number: int, record: Record, listed: int = 1) -> GameRow:
    """Write a game as a room does: start, moves, and what ended it."""
    row = GameRow(f"g{number}", record.game.name, "none", 0, 0, f"i{number}", 0, "k", START, START, listed=listed)
    seats = [SeatRow(row.id, seat, "human", record.tags["AB"[seat]], f"p{seat}", watch=listed) for seat in (0, 1)]
    await store.add_game(row, seats)
    live, at = LiveGame(row, seats), START + number * 1000
    rows = [live.row_for_start(at)]
    live.apply(rows[0], 0)
    await store.append(rows[0], live.summary(rows[0]))
    for move in record.moves:
        made = live._row("move", at, [], live.turn, move)
        await store.append(made, live.summary(made))
        live.apply(made, 0)
    if live.outcome is None:
        made = live.row_for(0, at, "resign", 0)
        await store.append(made, live.summary(made))
        live.apply(made, 0)
    return replace(live.row, changed=at, result=str(live.outcome), listed=listed)


async def write_all(store: Store, name: str, count: int, seed: int) -> list[tuple[GameRow, Record]]:
    """Write random games."""
    rng = random.Random(seed)
    records = [played(name, rng) for _ in range(count)]
    return [(await write(store, number, record), record) for number, record in enumerate(records)]


async def index_all(store: Store, before: int = START + DAY) -> int:
    count = 0
    while batch := await indexer.index_next(store, before):
        count += batch
    return count


def counted(games: list[tuple[GameRow, Record]], key: int) -> dict[str, Counter[int]]:
    """Return the results of each move in a position, by side, counted from the records."""
    moves: dict[str, Counter[int]] = {}
    for row, record in games:
        for position, move in zip(record.positions, record.moves, strict=False):
            if key_of(position) == key:
                moves.setdefault(move, Counter())[_winner(row)] += 1
    return moves


@pytest.mark.parametrize("name", ["mosty:size=3", "mangala"])
def test_what_was_played_is_what_the_records_say(inside: Callable[[Work], Any], name: str) -> None:
    async def work(store: Store) -> None:
        games = await write_all(store, name, 12, seed=3)
        hidden = await write(store, 99, played(name, random.Random(2)), listed=0)
        assert await index_all(store) == 13 and await index_all(store) == 0
        explorer = Explorer(store)
        start = rules_of(name).start()
        for position in (start, *games[0][1].positions[1:9], games[3][1].position):
            found = await explorer.find(position)
            assert {each.move: each.wins for each in found.moves} == counted(games, key_of(position))
            assert [each.games for each in found.moves] == sorted((e.games for e in found.moves), reverse=True)
            assert hidden.id not in found.latest
        assert (await explorer.find(start)).latest == [f"g{number}" for number in range(11, 3, -1)]

    inside(work)


def test_many_games_are_counted_by_what_is_kept(inside: Callable[[Work], Any], monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(store: Store) -> None:
        games = await write_all(store, "mosty:size=3", 9, seed=4)
        monkeypatch.setattr(indexer, "BATCH", 2)  # the counts of several batches are added up
        await index_all(store)
        before = await Explorer(store).find(rules_of("mosty:size=3").start())
        monkeypatch.setattr(positions, "MOST_SCANNED", 4)
        kept = await Explorer(store).find(rules_of("mosty:size=3").start())
        assert kept.moves == before.moves and sum(each.games for each in kept.moves) == len(games)

    inside(work)


def test_a_game_that_is_shown_no_more_is_not_among_the_latest(inside: Callable[[Work], Any]) -> None:
    async def work(store: Store) -> None:
        await write_all(store, "mosty:size=3", 3, seed=9)
        await index_all(store)
        await store.execute(update(games).where(games.c.id == "g1").values(listed=0))
        found = await Explorer(store).find(rules_of("mosty:size=3").start())
        assert found.latest == ["g2", "g0"] and sum(each.games for each in found.moves) == 3

    inside(work)


def test_a_kill_between_two_batches_loses_and_doubles_nothing(inside: Callable[[Work], Any]) -> None:
    async def work(store: Store) -> None:
        rng = random.Random(5)
        for number in range(4):
            await write(store, number, played("mosty:size=3", rng))
        real = store.write

        async def failing(work: Any, goes_first: bool = False) -> Any:
            def broken(connection: Any) -> Any:
                work(connection)
                raise OSError("killed")

            return await real(broken, goes_first)

        store.write = failing  # type: ignore[method-assign]
        with pytest.raises(Exception, match="killed"):
            await indexer.index_next(store, START + DAY)
        store.write = real  # type: ignore[method-assign]
        await index_all(store)
        found = await Explorer(store).find(rules_of("mosty:size=3").start())
        assert sum(each.games for each in found.moves) == 4

    inside(work)


def test_games_wait_until_no_clock_can_pass_them_by(inside: Callable[[Work], Any]) -> None:
    async def work(store: Store) -> None:
        await write(store, 5, played("mosty:size=3", random.Random(1)))
        assert await index_all(store, START + 5000) == 0
        assert await index_all(store, START + 5001) == 1

    inside(work)


def test_imported_records_are_games_like_others_and_come_once(inside: Callable[[Work], Any]) -> None:
    async def work(store: Store) -> None:
        rng = random.Random(6)
        records = [played(name, rng, 60) for name in ("mosty:size=3", "mangala", "gana")]
        records[0].tags["Date"] = "2020.05.17"
        unfinished = Record(rules_of("mangala"))
        given = [*records, unfinished, records[1]]
        assert await store.write(lambda c: indexer.import_records(c, given, START)) == (3, 2)
        assert await store.write(lambda c: indexer.import_records(c, given, START)) == (0, 5)
        found = await search.find(store, search.Query("Ann"))
        assert {row.name for row in found} == {"mosty:size=3", "mangala", "gana"}
        assert found[-1].changed == 1_589_673_600_000
        for row in found:
            stored = await store.game(row.id)
            assert stored
            live = LiveGame(replace(row, state="waiting", result="", reason="", ply=0), stored[1])
            for step in stored[2]:
                live.apply(step, 0)
            assert live.record.moves in [record.moves for record in records]
            assert live.state == "over" and live.outcome
            assert (str(live.outcome), live.outcome.reason) == (row.result, row.reason)
        # The indexer does not take them in again.
        await store.write(lambda c: set_value(c, indexer.MARK, "-1 "))
        await index_all(store, START + DAY)
        at_start = await Explorer(store).find(rules_of("mangala").start())
        assert sum(each.games for each in at_start.moves) == 1

    inside(work)


def test_search_finds_what_a_look_at_every_game_finds(inside: Callable[[Work], Any]) -> None:
    async def work(store: Store) -> None:
        rng = random.Random(8)
        games = []
        for number in range(20):
            record = played(rng.choice(("mosty:size=3", "mangala")), rng, 40)
            games.append((await write(store, number, record, listed=int(number % 5 > 0)), record))
        await index_all(store)
        at = games[6][1].positions[3]
        for query, fits in (
            (search.Query(), lambda row, record: True),
            (search.Query("Bob"), lambda row, record: record.tags["B"] == "Bob"),
            (search.Query("bob"), lambda row, record: False),
            (search.Query("Bob", outcome="won"), lambda row, r: r.tags["B"] == "Bob" and _winner(row) == 1),
            (search.Query("Ann", "mosty"), lambda row, record: record.game.family.name == "mosty"),
            (search.Query(game="mosty:size=3", outcome=""), lambda row, record: row.name == "mosty:size=3"),
            (search.Query(since=START + 4000, until=START + 9000), lambda row, r: 4 <= int(row.id[1:]) < 9),
            (search.Query(game=at.game.name, position=at), lambda row, record: at in record.positions),
        ):
            wanted = [row.id for row, record in reversed(games) if row.listed and fits(row, record)]
            assert [row.id for row in await search.find(store, query)] == wanted, query

    inside(work)
