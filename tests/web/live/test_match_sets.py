"""Sets of a match: they open one after the other until the match is decided; then a rematch is a new match."""

import pytest
from tests.web.api.test_rest import Program
from tests.web.conftest import LocalServer, Pair, Socket, make_pair

from charkoni.cli.records import games_in
from charkoni.core.record import Record


def lose(pair: Pair, game: str, loser: int) -> None:
    """Play two moves of a set and resign it.  loser: 0 for Ada, 1 for Ben."""
    with pair.a.socket() as one, pair.b.socket() as two:
        people = Socket(one), Socket(two)
        seats = [next(s["seat"] for s in p.hello(game)["table"]["seats"] if s["you"]) for p in people]
        of_seat = {seat: person for seat, person in zip(seats, people, strict=True)}
        for v in (0, 1):
            of_seat[v].ask("do", g=game, v=v, m="1")
        people[loser].ask("resign", g=game, seat=seats[loser])
        people[1 - loser].hear("table", v=2)


def table(pair: Pair, game: str) -> dict:  # type: ignore[type-arg]
    with pair.a.socket() as wire:
        found: dict = Socket(wire).hello(game)["table"]  # type: ignore[type-arg]
        return found


def opened(pair: Pair, game: str) -> str:
    """Return the next game, when it is open."""
    room = pair.local_server.hub.rooms[game]
    pair.local_server.run(room.ask, _nothing)
    with pair.a.socket() as wire:
        socket = Socket(wire)
        state = socket.hello(game)["table"]
        while "next" not in state:
            state = socket.hear("table")["table"]
        return str(state["next"]).removeprefix("/g/")


async def _nothing() -> None:
    pass


def test_sets_open_until_a_match_is_decided(local_server: LocalServer) -> None:
    pair = make_pair(local_server, sets="3")
    state = table(pair, pair.g)
    assert state["match"] == {
        "sets": 3, "target": 2, "set": 1, "points": ["0", "0"], "decided": False, "text": "Set 1 of 3 · 0\xa0:\xa00",
    }  # fmt: skip
    lose(pair, pair.g, loser=1)
    second = opened(pair, pair.g)
    state = table(pair, pair.g)
    assert (state["match"]["points"], state["match"]["decided"], state["can"]) == (["1", "0"], False, [])
    assert "after set 1 of 3: 1\xa0:\xa00" in state["match"]["text"]
    state = table(pair, second)
    assert [seat["name"] for seat in state["seats"]] == ["Ben", "Ada"]
    assert (state["match"]["set"], state["match"]["points"]) == (2, ["0", "1"])
    lose(pair, second, loser=1)
    state = table(pair, second)
    assert state["match"]["decided"] and state["match"]["text"] == "The match is over: 0\xa0:\xa02."
    assert state["can"] == ["rematch"] and "next" not in state
    text = pair.a.get(f"/g/{second}/match.txt").text
    records = [Record.parse(game) for game in games_in(text)]
    assert [(record.tags["Set"], record.tags["Score"], record.tags["A"]) for record in records] == [
        ("1", "1:0", "Ada"),
        ("2", "0:2", "Ben"),
    ]
    with pair.a.socket() as one, pair.b.socket() as two:
        for person in (Socket(one), Socket(two)):
            person.hello(second)
            person.ask("offer", g=second, kind="rematch")
    again = table(pair, opened(pair, second))
    assert (again["match"]["set"], again["match"]["points"]) == (1, ["0", "0"])


def test_a_set_opens_once_after_a_restart(local_server: LocalServer) -> None:
    pair = make_pair(local_server, sets="5")
    lose(pair, pair.g, loser=0)
    second = opened(pair, pair.g)
    room = local_server.hub.rooms[pair.g]
    assert local_server.run(local_server.hub.rematch, room.live) == second
    assert [row.match for row in (room.live.row, local_server.hub.rooms[second].live.row)] == [
        "sets-of-5 1 0:0",
        "sets-of-5 2 2:0",
    ]


def test_matches_that_cannot_be(local_server: LocalServer) -> None:
    program = Program(local_server)
    assert program.post("/games", game="mangala", sets="4").json()["code"] == "BAD_SETS"
    assert program.post("/games", game="barbakan:players=4", sets="5").json()["code"] == "NOT_TWO_SIDES"
    assert program.post("/games", game="mangala", sets="5").json()["match"]["sets"] == 5
    assert program.post("/games", game="mangala").json()["match"] is None
    visitor = local_server.visitor()
    for form in ({"sets": "4"}, {"sets": "5", "game": "barbakan:players=4"}):
        assert visitor.post("/new", **{"game": "mangala", "opponent": "here", **form}).status_code == 400


@pytest.mark.parametrize(("game", "first"), [("mangala", "5"), ("mosty", "3")])
def test_the_form_proposes_a_match(local_server: LocalServer, game: str, first: str) -> None:
    page = local_server.visitor().get(f"/play?game={game}").text
    choice = page.partition('<select name="sets">')[2].partition("</select>")[0]
    assert choice.count("<option") == 4 and f'value="{first}"' in choice.split("</option>")[1]
