"""Games with days per move: the next board, warnings of the time, long lists."""

from collections.abc import Callable
from typing import Any

import pytest
from tests.web.conftest import LocalServer, Visitor, Work, make_pair

from charkoni.web.live.game.clocks import DAY, HOUR, Control, is_short
from charkoni.web.store import GameRow, SeatRow, Store
from charkoni.web.store.store import MOST_LISTED

NOW = 1_800_000_000_000


def row(name: str, **more: Any) -> GameRow:
    values = {"clock": "daily", "base": 3 * DAY, "state": "open", "turn": 0, "due": NOW, "changed": NOW} | more
    return GameRow(name, "mangala", invite=f"i{name}", open=0, dice_key="", created=NOW, increment=0, **values)


async def fill(store: Store, person: str, *rows: GameRow) -> None:
    for each in rows:
        await store.add_game(each, [SeatRow(each.id, 0, "human", "Ada", person), SeatRow(each.id, 1, "human", "Ben")])


def test_the_games_that_wait_come_by_their_time(inside: Callable[[Work], Any]) -> None:
    async def work(store: Store) -> None:
        await fill(
            store,
            "days1",
            row("d-late", due=NOW + 3 * DAY),
            row("d-soon", due=NOW + HOUR),
            row("d-other", turn=1, due=NOW),
            row("d-over", state="over", result="1:0", turn=-1, due=0),
            row("d-open", clock="none", base=0, due=0),
            row("d-waiting", state="waiting", turn=-1, due=0),
        )
        await fill(store, "days2", row("d-foreign"))
        assert await store.awaiting("days1") == ["d-soon", "d-late"]
        shown = [each.id for each in await store.unfinished("days1")]
        assert shown == ["d-soon", "d-late", "d-open", "d-other", "d-waiting"]

    inside(work)


def test_a_game_is_listed_once_for_a_person_of_two_seats(inside: Callable[[Work], Any]) -> None:
    async def work(store: Store) -> None:
        alone = row("d-alone")
        await store.add_game(alone, [SeatRow(alone.id, seat, "human", "Ada", "days3") for seat in (0, 1)])
        assert await store.awaiting("days3") == ["d-alone"]
        assert [each.id for each in await store.unfinished("days3")] == ["d-alone"]

    inside(work)


@pytest.mark.parametrize(
    ("days", "left", "short"),
    [(1, 6 * HOUR - 1, True), (1, 6 * HOUR, False), (14, 12 * HOUR - 1, True), (14, 12 * HOUR, False), (2, 0, True)],
)
def test_time_is_short_below_a_quarter_and_twelve_hours(days: int, left: int, short: bool) -> None:
    assert is_short(Control("daily", days * DAY), left) == short
    assert not is_short(Control("sudden", 60_000), left)


def opened(visitor: Visitor, path: str) -> str:
    return str(visitor.get(path).headers["location"])


def test_the_next_game_is_the_one_with_the_least_time(local_server: LocalServer) -> None:
    first = make_pair(local_server, clock="2d")
    ada, games = first.a, [first.g]
    for clock in ("7d", "1d"):
        game = ada.new_game(opponent="friend", name="Ada", clock=clock)
        room = local_server.run(local_server.hub.room, game)
        assert local_server.visitor().post(f"/i/{room.live.row.invite}", name="Ben").status_code == 303
        games.append(game)
    two, seven, one = games
    assert opened(local_server.visitor(), "/next") == "/mine"
    assert opened(ada, "/next") == f"/g/{one}"
    assert opened(ada, f"/next?after={one}") == f"/g/{two}", "a game that is passed over is not offered at once again"
    assert opened(ada, f"/next?after={seven}") == f"/g/{one}", "after the last the first"
    page = ada.get(f"/g/{two}?lang=en").text
    assert f'href="/next?after={two}"' in page
    assert 'data-others="2"' in page
    for game in (one, two, seven):
        assert ada.post(f"/g/{game}/text", action="move", v="0", m="1").status_code == 303
    assert opened(ada, "/next") == "/mine"


def test_lists_and_table_warn_of_a_short_time(local_server: LocalServer) -> None:
    pair = make_pair(local_server, clock="1d")
    assert pair.a.post(f"/g/{pair.g}/text", action="move", v="0", m="1").status_code == 303
    assert "Your time is short" not in pair.b.get(f"/g/{pair.g}?lang=en").text
    local_server.time.pass_by(DAY - 5 * HOUR)
    assert "Your time is short: 5 hours" in pair.b.get(f"/g/{pair.g}?lang=en").text
    assert "Your time is short: 5 hours" in pair.b.get(f"/g/{pair.g}/text?lang=en").text
    assert "Your time is short" not in pair.a.get(f"/g/{pair.g}?lang=en").text, "it is not his time"
    assert 'class="board-state open  short"' in pair.b.get("/mine").text
    assert pair.b.get(f"/live?ids={pair.g}").json()[pair.g]["short"]


def test_hundreds_of_games_come_in_pages_those_that_wait_first(local_server: LocalServer) -> None:
    pair, store = make_pair(local_server, clock="3d"), local_server.hub.store
    assert pair.a.post(f"/g/{pair.g}/text", action="move", v="0", m="1").status_code == 303
    person = local_server.run(store.seats_of, [pair.g])[pair.g][1].owner
    many = [
        row(f"hundred{n}", turn=1, due=local_server.time.wall() + 5 * DAY, changed=local_server.time.wall() + n)
        for n in range(2 * MOST_LISTED)
    ]
    local_server.run(fill, store, person, *many)
    page = pair.b.get("/mine?lang=en").text
    assert f"/g/{pair.g}" in page, "the game that waits, though it changed before all others"
    assert "Page 1 of 3" in page
    assert page.count('class="board-card"') == MOST_LISTED
    assert pair.b.get("/mine?page=3").text.count('class="board-card"') == 1
    assert f"/g/{pair.g}" in pair.b.get("/").text
