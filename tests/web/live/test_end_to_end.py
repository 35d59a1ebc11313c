"""Server processes: whole games of every board over real sockets, computers, and servers that are killed."""

import random
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.fork_server import Program
from tests.sampling import short_run
from tests.web import seeds
from tests.web.conditions import wait_until
from tests.web.server_process import Live, Person, decider, moves_of, sat_down

from charkoni.core.record import Record
from charkoni.core.registry import named
from charkoni.games.fair_dice import verify
from charkoni.web.engine.warm import playable

MOST_PLIES = 36
TABLES = [*playable(), "barbakan:players=3", "barbakan:players=4"]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    live = Live(tmp_path_factory.mktemp("live"), "--workers", "1")
    yield live
    live.stop()


@pytest.mark.parametrize("name", short_run(TABLES, ("barbakan:players=3", "chaupar", "mangala")))
def test_a_random_game_over_real_sockets(server: Live, visit: Callable[[Live], Person], name: str) -> None:
    game, rng = named(name), random.Random(name)
    people = [visit(server) for _ in range(game.players)]
    seats = {"seat0": "me"} | {f"seat{seat}": "open" for seat in range(1, game.players)}
    g = people[0].new_game(name, **seats)
    invite = people[0].open(g)["table"]["invite"]
    for person in people[1:]:
        person.post(invite)
        person.open(g)
    people[0].hello(g)
    for _ in range(MOST_PLIES):
        found = decider(people, g)
        if found is None:
            break
        person, view = found
        if "throw" in view["table"]["can"]:
            assert person.ask("throw", g=g, v=view["v"])["type"] == "ack"
        else:
            move = rng.choice(moves_of(view))
            assert person.ask("do", g=g, v=view["v"], m=move)["type"] == "ack"
    view = people[0].hello(g)
    if view["table"]["status"]["state"] == "open":
        people[-1].ask("resign", g=g, seat=game.players - 1)
    record = Record.parse(people[0].web.get(f"/g/{g}.txt").text)
    assert [ply.move for ply in record.plies] == [move for move, _ in view["log"]]
    assert record.outcome is not None
    if "dice" in view["table"]:
        document = people[0].web.get(f"/g/{g}/dice.json").text
        proof = verify(document, seeds.receipt(view, 0))
        assert proof.throws > 0 and proof.bound == tuple(range(game.players))


def test_the_computer_answers_and_gives_hints(server: Live, visit: Callable[[Live], Person]) -> None:
    person = visit(server)
    g = person.new_game("mangala", opponent="computer", level="2")
    wait_until(lambda: person.web.get("/health").json()["computer"]["ready"] >= 1, pause=0.1)
    view = person.open(g)
    person.send(type="hint", g=g, v=0, n=99)
    hint = person.hear("hint", "nack", seconds=60)
    assert hint["m"] in moves_of(view)
    assert hint["script"] == [f"a{hint['m']}"]
    person.ask("do", g=g, v=0, m="1")
    ply = next((message for message in person.heard if message["type"] == "ply" and message["seat"] == 1), None)
    started = time.monotonic()
    ply = ply or person.hear("ply", seat=1, seconds=60)
    assert ply["seat"] == 1
    assert time.monotonic() - started < 60


@pytest.mark.long  # the test before this one plays on a server that has just been started, too
def test_people_play_before_the_computer_is_ready(tmp_path: Path, visit: Callable[[Live], Person]) -> None:
    started = time.monotonic()
    live = Live(tmp_path, "--workers", "1")
    try:
        up = time.monotonic() - started
        person = visit(live)
        assert person.web.get("/").status_code == 200
        g = person.new_game("mangala", opponent="here")
        assert person.open(g)["type"] == "view"
        assert person.ask("do", g=g, v=0, m="4")["type"] == "ack"
        assert up < 20
    finally:
        live.stop()


@pytest.mark.parametrize("round_", [0, *(pytest.param(n, marks=pytest.mark.long) for n in range(1, 6))])
def test_a_killed_server_loses_and_doubles_nothing(
    tmp_path: Path, visit: Callable[[Live], Person], round_: int
) -> None:
    live = Live(tmp_path, "--workers", "0")
    try:
        a, b = visit(live), visit(live)
        g = sat_down(a, b, clock="10")
        acknowledged: list[str] = []
        for step in range(12):
            person, view = decider([a, b], g) or pytest.fail("nobody may move")
            move = random.Random(step + round_).choice(moves_of(view))
            if step in ((4, 9) if round_ else (4,)):  # sent, and no answer is read
                person.send(type="do", g=g, v=view["v"], n=1, m=move)
                time.sleep(0.005 * round_)  # each round kills the server at another moment
                live.kill()
                live.start()
                now = person.open(g)
                (b if person is a else a).open(g)
                if now["v"] == view["v"]:
                    assert person.ask("do", g=g, v=view["v"], m=move)["type"] == "ack"
                else:
                    assert person.ask("do", g=g, v=view["v"], m=move)["type"] == "ack"
                    assert person.hello(g)["v"] == now["v"]
            else:
                assert person.ask("do", g=g, v=view["v"], m=move)["type"] == "ack"
            acknowledged.append(move)
            assert [text for text, _ in person.hello(g)["log"]] == acknowledged
        clocks = a.hello(g)["table"]["clocks"]
        assert all(600_000 - 30_000 < left <= 600_000 for left in clocks["left"])
    finally:
        live.stop()


def test_a_second_server_on_a_file_is_refused_in_words(server: Live) -> None:
    options = ("--port", 0, "--workers", 0, "--database", server.database)
    with Program("serve", *options, stderr=subprocess.PIPE) as second:
        assert second.stderr
        said = second.stderr.read()
        assert second.wait(300) == 2
    assert "another server uses this database" in said and "PostgreSQL" in said
