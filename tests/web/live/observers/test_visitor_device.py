"""Pages search for computers: for who plays alone with nothing at stake; the server checks, and takes over."""

import asyncio
import base64
import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.web.browser_modules import build_modules
from tests.web.conditions import wait_until
from tests.web.conftest import LocalServer, Socket, Visitor

from charkoni.core.record import Record
from charkoni.core.registry import named
from charkoni.players.levels import LevelPlayer
from charkoni.players.opening_book import book_move, opening_book
from charkoni.web.engine.worker import ChosenMove
from charkoni.web.http import texts
from charkoni.web.live.observers import visitor_device
from charkoni.web.live.observers.visitor_device import engine_of, seed_of
from charkoni.web.live.room import Room


class Engine:
    """The server's own engine; it plays the last legal move."""

    is_on = True
    queued = 0
    ready = frozenset[str]()

    def __init__(self) -> None:
        self.asked: list[tuple[str, int]] = []

    def is_ready_for(self, name: str, spec: str) -> bool:
        return True

    def want(self, name: str) -> None:
        """Do nothing: everything is compiled."""

    def start(self) -> None:
        """Do nothing: there are no processes."""

    async def stop(self) -> None:
        """Do nothing."""

    async def choose(
        self, user: object, name: str, start: str, moves: Any, spec: str, seed: int, _: object
    ) -> ChosenMove:
        self.asked.append((spec, seed))
        record = Record(named(name))
        for move in moves:
            record.play(move)
        return ChosenMove(record.position.moves[-1], None)


@pytest.fixture
def engine(local_server: LocalServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Engine]:
    build_modules(local_server.hub, tmp_path, monkeypatch, "mangala")
    here = Engine()
    monkeypatch.setattr(local_server.hub, "engine", here)
    yield here


@contextlib.contextmanager
def table(visitor: Visitor, level: str = "8", **form: str) -> Iterator[tuple[str, Socket]]:
    """Open a game against a computer, on a page that can search; yield its id and the socket."""
    g = visitor.new_game("mangala", **{"seat0": "me", "seat1": level} | form)
    with visitor.socket() as wire:
        socket = Socket(wire)
        socket.hello(g)
        socket.send(type="thinks", g=g, on=True)
        yield g, socket


def ending_the_turn(room: Room) -> str:
    """Return a move after which the computer decides."""
    position = room.live.position
    return next(move for move in position.moves if position.play(move).turn == 1)


def test_a_page_gets_the_question_of_the_level_and_its_move_is_played(
    local_server: LocalServer, engine: Engine
) -> None:
    visitor = local_server.visitor()
    with table(visitor) as (g, socket):
        assert (answer := socket.ask("do", g=g, v=0, m="1"))["type"] == "ack", answer
        asked = socket.hear("think")
        record = Record(named("mangala"))
        record.play("1")
        expected = LevelPlayer(8, seed_of(local_server.hub.rooms[g])).request(record)
        assert base64.b64decode(asked["request"]) == expected.to_bytes()
        assert asked["moves"] == {str(code): record.game.move(code) for code in record.position.codes}
        assert socket.ask("thought", g=g, v=1, m="2")["type"] == "ack"
        ply = socket.hear("ply", seat=1)
        assert (ply["m"], ply["v"]) == ("2", 2)
        assert "note" not in ply["table"]
    assert engine.asked == []


def test_styles_are_those_of_the_seat(local_server: LocalServer, engine: Engine) -> None:
    visitor = local_server.visitor()
    with table(visitor, "8,cautious") as (g, socket):
        socket.ask("do", g=g, v=0, m="1")
        asked = base64.b64decode(socket.hear("think")["request"])
        room = local_server.hub.rooms[g]
        assert asked == LevelPlayer(8, seed_of(room), "cautious").request(room.live.record).to_bytes()


def test_a_move_of_the_book_is_played_without_a_question(local_server: LocalServer, engine: Engine) -> None:
    """Level 10 of Mangala begins with the book, as in the terminal."""
    mangala = named("mangala")
    first = next(
        each.moves[0]
        for each in opening_book(mangala)
        if len(each.moves) > 1 and mangala.start().play(each.moves[0]).turn == 1
    )
    with table(local_server.visitor(), "10") as (g, socket):
        socket.ask("do", g=g, v=0, m=first)
        played = socket.hear("ply", seat=1)["m"]
        record = Record(mangala)
        record.play(first)
        assert played == book_move(record, seed_of(local_server.hub.rooms[g]))
        assert played is not None
        assert not [message for message in socket.heard if message["type"] == "think"]
    assert engine.asked == []


@pytest.mark.parametrize("move", ["9", "x", "<b>"])
def test_an_illegal_move_is_refused_and_the_server_plays(local_server: LocalServer, engine: Engine, move: str) -> None:
    visitor = local_server.visitor()
    with table(visitor) as (g, socket):
        socket.ask("do", g=g, v=0, m="1")
        socket.hear("think")
        nack = socket.ask("thought", g=g, v=1, m=move)
        assert (nack["type"], nack["code"]) == ("nack", "BAD_MOVE")
        ply = socket.hear("ply", seat=1)
        assert ply["m"] == "6" and "note" not in ply["table"], "at once: the page was not late"
        seed = seed_of(local_server.hub.rooms[g])
    assert engine.asked == [("level=8", seed)]


def test_a_move_of_an_empty_hole_is_refused_as_anybodys(local_server: LocalServer, engine: Engine) -> None:
    visitor = local_server.visitor()
    with table(visitor, start="4,4,4,4,4,4:0/0,4,4,4,4,4:4 a") as (g, socket):
        socket.ask("do", g=g, v=0, m="1")
        socket.hear("think")
        assert socket.ask("thought", g=g, v=1, m="1")["type"] == "nack"
        assert socket.hear("ply", seat=1)["m"] == "6"


def test_a_late_page_is_not_waited_for_and_the_table_says_so(
    local_server: LocalServer, engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(visitor_device, "DEADLINE_S", 0.05)
    visitor = local_server.visitor()
    with table(visitor) as (g, socket):
        socket.ask("do", g=g, v=0, m="1")
        socket.hear("think")
        ply = socket.hear("ply", seat=1)
        assert (ply["m"], ply["table"]["note"]) == ("6", texts.DEVICE_LATE)
        assert socket.ask("thought", g=g, v=1, m="2")["type"] == "ack", "it comes late, and is dropped"
        room = local_server.hub.rooms[g]
        v = room.live.v
        assert room.live.record.moves[:2] == ("1", "6")
        socket.ask("do", g=g, v=v, m=ending_the_turn(room))
        wait_until(lambda: len(engine.asked) >= 2)
        assert not [message for message in socket.heard if message["type"] == "think"][1:], "it is not asked again"
        wait_until(lambda: room.live.decider == 0)
        socket.send(type="thinks", g=g, on=True)
        socket.ask("do", g=g, v=room.live.v, m=ending_the_turn(room))
        socket.hear("think")


def test_a_hidden_page_is_not_waited_for(
    local_server: LocalServer, engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(visitor_device, "DEADLINE_S", 10_000)
    visitor = local_server.visitor()
    with table(visitor) as (g, socket):
        socket.ask("do", g=g, v=0, m="1")
        socket.hear("think")
        socket.send(type="thinks", g=g, on=False)
        ply = socket.hear("ply", seat=1)
        assert (ply["m"], ply["table"]["note"]) == ("6", texts.DEVICE_LATE)


def test_a_page_that_is_closed_is_not_waited_for(
    local_server: LocalServer, engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(visitor_device, "DEADLINE_S", 10_000)
    visitor = local_server.visitor()
    with table(visitor) as (g, socket):
        socket.ask("do", g=g, v=0, m="1")
        socket.hear("think")
    wait_until(lambda: len(engine.asked) == 1)
    wait_until(lambda: local_server.hub.rooms[g].live.record.moves == ("1", "6"))


def test_a_page_whose_search_has_no_move_leaves_it_to_the_server_without_a_note(
    local_server: LocalServer, engine: Engine
) -> None:
    visitor = local_server.visitor()
    with table(visitor) as (g, socket):
        socket.ask("do", g=g, v=0, m="1")
        socket.hear("think")
        assert socket.ask("thought", g=g, v=1, m="")["type"] == "ack"
        ply = socket.hear("ply", seat=1)
        assert ply["m"] == "6" and "note" not in ply["table"]


@pytest.mark.parametrize("level", ["1", "3", "11"])
def test_low_levels_and_perfect_play_stay_on_the_server(local_server: LocalServer, engine: Engine, level: str) -> None:
    visitor = local_server.visitor()
    with table(visitor, level) as (g, socket):
        socket.ask("do", g=g, v=0, m="1")
        socket.hear("ply", seat=1)
        room = local_server.hub.rooms[g]
        assert not [message for message in socket.heard if message["type"] == "think"]
        assert engine_of(room, frozenset((0,))) == ""
    assert '"engine": ""' in visitor.get(f"/g/{g}").text


def test_nothing_is_searched_in_pages_where_something_is_at_stake_or_others_play(
    local_server: LocalServer, engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    visitor = local_server.visitor()
    g = visitor.new_game("mangala", seat0="me", seat1="8")
    room, mine = local_server.hub.rooms[g], frozenset((0,))
    assert engine_of(room, mine).startswith("/engine/")
    assert f'"engine": "{engine_of(room, mine)}"' in visitor.get(f"/g/{g}").text
    assert '"engine": ""' in local_server.visitor().get(f"/g/{g}").text, "a watcher's page has nothing to search"
    assert engine_of(room, frozenset()) == ""
    rated = room.live.row
    monkeypatch.setattr(type(room.live), "is_strict", property(lambda live: True))
    assert rated is room.live.row and engine_of(room, mine) == ""
    monkeypatch.undo()
    monkeypatch.setattr(type(room.live), "humans", lambda live: {0, 1})
    assert engine_of(room, mine) == "", "another person plays"
    monkeypatch.undo()
    people = visitor.new_game("mangala", seat0="me", seat1="me")
    assert engine_of(local_server.hub.rooms[people], frozenset((0, 1))) == "", "no computer plays"


def test_a_page_is_not_asked_in_a_rated_game(
    local_server: LocalServer, engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    visitor = local_server.visitor()
    with table(visitor) as (g, socket):
        monkeypatch.setattr(type(local_server.hub.rooms[g].live), "is_strict", property(lambda live: True))
        socket.ask("do", g=g, v=0, m="1")
        assert socket.hear("ply", seat=1)["m"] == "6"
        assert not [message for message in socket.heard if message["type"] == "think"]


def test_only_who_was_asked_may_answer(local_server: LocalServer, engine: Engine) -> None:
    visitor, other = local_server.visitor(), local_server.visitor()
    with table(visitor) as (g, socket), other.socket() as second:
        watcher = Socket(second)
        watcher.hello(g)
        watcher.send(type="thinks", g=g, on=True)
        socket.ask("do", g=g, v=0, m="1")
        socket.hear("think")
        assert watcher.ask("thought", g=g, v=1, m="2")["code"] == "NOT_YOUR_SEAT"
        assert socket.ask("thought", g=g, v=7, m="2")["type"] == "ack", "of another position"
        assert local_server.hub.rooms[g].live.v == 1
        assert not [message for message in watcher.heard if message["type"] == "think"]
        socket.ask("thought", g=g, v=1, m="3")
        assert socket.hear("ply", seat=1)["m"] == "3"


def test_a_page_may_answer_without_being_asked_and_nothing_happens(local_server: LocalServer, engine: Engine) -> None:
    visitor = local_server.visitor()
    with table(visitor) as (g, socket):
        assert socket.ask("thought", g=g, v=0, m="1")["type"] == "ack"
        assert local_server.hub.rooms[g].live.v == 0


def test_the_note_goes_with_the_next_move_of_the_page(
    local_server: LocalServer, engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    visitor = local_server.visitor()
    with table(visitor) as (g, socket):
        socket.ask("do", g=g, v=0, m="1")
        socket.hear("think")
        socket.send(type="thinks", g=g, on=False)
        socket.hear("ply", seat=1)
        room = local_server.hub.rooms[g]
        wait_until(lambda: room.live.decider == 0)
        socket.send(type="thinks", g=g, on=True)
        socket.ask("do", g=g, v=room.live.v, m=ending_the_turn(room))
        asked = socket.hear("think")
        socket.ask("thought", g=g, v=asked["v"], m=next(iter(asked["moves"].values())))
        assert "note" not in socket.hear("ply", seat=1)["table"]


def test_a_takeback_ends_the_question(local_server: LocalServer, engine: Engine) -> None:
    visitor = local_server.visitor()
    with table(visitor) as (g, socket):
        socket.ask("do", g=g, v=0, m="1")
        socket.hear("think")
        assert socket.ask("undo", g=g, v=1)["type"] == "ack"
        socket.ask("thought", g=g, v=1, m="2")
        room = local_server.hub.rooms[g]
        local_server.run(asyncio.sleep, 0.1)
        assert (room.live.v, len(room.live.record)) == (2, 0)
