"""Dice that can be checked."""

import json
from collections.abc import Callable
from fractions import Fraction

import pytest
from tests.web.conftest import LocalServer, Socket

from charkoni.web.engine.warm import playable
from charkoni.web.live.game import dice


def test_all_throws_come_as_often_as_they_should() -> None:
    odds = (Fraction(1, 6), Fraction(1, 3), Fraction(1, 2))
    counts = [0, 0, 0]
    for number in range(6000):
        counts[dice.chosen_index("key", "game", number, "", odds)] += 1
    assert all(abs(count - 6000 * share) < 200 for count, share in zip(counts, odds, strict=True))


def test_a_throw_depends_on_key_game_number_and_salt() -> None:
    odds = (Fraction(1, 1000),) * 1000
    base = ("key", "game", 0, "")
    first = dice.chosen_index(*base, odds)
    assert first == dice.chosen_index(*base, odds)
    others = [("kez", "game", 0, ""), ("key", "gane", 0, ""), ("key", "game", 1, ""), ("key", "game", 0, "x")]
    assert all(dice.chosen_index(*other, odds) != first for other in others)


@pytest.fixture
def finished(local_server: LocalServer) -> dict[str, object]:
    name = next((name for name in playable() if name == "chaupar"), None)
    if name is None:
        pytest.skip("no board with dice yet")
    a = local_server.visitor()
    g = a.new_game(name, opponent="here")
    with a.socket() as wire:
        socket = Socket(wire)
        view = socket.hello(g)
        assert "key" not in view["table"]["dice"]
        secret = a.get(f"/g/{g}/dice.json").json()
        assert "key" not in secret
        commitment = view["table"]["dice"]["commitment"]
        for step in range(30):
            view = socket.hello(g)
            if view["table"]["status"]["turn"] == -1:
                assert "throw" in view["table"]["can"]
                assert socket.ask("throw", g=g, v=view["v"], salt=f"s{step}")["type"] == "ack"
                assert socket.ask("throw", g=g, v=view["v"], salt="other")["type"] == "ack", "repeated, not thrown anew"
                assert socket.ask("undo", g=g, v=view["v"] + 1)["code"] == "NOT_NOW", "never across a throw"
            else:
                move = min(local_server.hub.rooms[g].live.position.moves)
                assert socket.ask("do", g=g, v=view["v"], m=move)["type"] == "ack"
        assert socket.ask("resign", g=g, seat=0)["type"] == "ack"
        assert socket.hello(g)["table"]["dice"]["commitment"] == commitment
    found: dict[str, object] = a.get(f"/g/{g}/dice.json").json()
    return found


def test_a_finished_game_proves_its_dice(finished: dict[str, object]) -> None:
    assert dice.verify(json.dumps(finished)) >= 5


def wrong_salt(finished: dict[str, object]) -> Callable[[int], str]:
    """Return a function: the error, "" for none, of a game whose first throw has another salt, by its number."""

    def error_of(number: int) -> str:
        plies = json.loads(json.dumps(finished["plies"]))
        next(ply for ply in plies if "salt" in ply)["salt"] = f"another {number}"
        try:
            dice.verify(json.dumps(finished | {"plies": plies}))
        except dice.Unfair as error:
            return str(error)
        return ""

    return error_of


def test_wrong_dice_are_detected(finished: dict[str, object]) -> None:
    with pytest.raises(dice.Unfair, match="commitment"):
        dice.verify(json.dumps(finished | {"key": "0" * 64}))
    errors = [error for error in map(wrong_salt(finished), range(20)) if error]
    assert len(errors) > 10  # another salt gives the same throw now and then
    assert all("throw 0" in error for error in errors)
    with pytest.raises(ValueError, match="not revealed"):
        dice.verify(json.dumps({**finished, "key": None}))


def test_a_step_of_the_own_turn_is_taken_back(local_server: LocalServer) -> None:
    if "chaupar" not in playable():
        pytest.skip("no board with dice yet")
    a, b = local_server.visitor(), local_server.visitor()
    g = a.new_game("chaupar", opponent="friend")
    room = local_server.run(local_server.hub.room, g)
    b.post(f"/i/{room.live.row.invite}", seats="1,3")
    with a.socket() as one, b.socket() as two:
        sockets = Socket(one), Socket(two)
        for _ in range(60):
            views = [socket.hello(g) for socket in sockets]
            mover = next(place for place, view in enumerate(views) if "trie" in view or "throw" in view["table"]["can"])
            socket, view = sockets[mover], views[mover]
            if view["table"]["status"]["turn"] == -1:
                socket.ask("throw", g=g, v=view["v"])
                continue
            if "undo" in view["table"]["can"]:
                assert socket.ask("undo", g=g, v=view["v"])["type"] == "ack"
                assert socket.hello(g)["ply"] == view["ply"] - 1
                return
            moves = local_server.hub.rooms[g].live.position.moves
            socket.ask("do", g=g, v=view["v"], m=moves[0])
    raise AssertionError("no turn of several steps in 60 plies")
