"""Messages over the socket: views, plies, refusals, repetitions."""

import gc
import weakref

import pytest
from tests.web.conditions import wait_until
from tests.web.conftest import LocalServer, Pair, Socket, make_pair

from charkoni.web.allowances import with_budgets
from charkoni.web.http.quotas import Quotas
from charkoni.web.live.messages.requests import LONGEST_BYTES


def test_a_view_is_complete(pair: Pair) -> None:
    with pair.a.socket() as wire:
        view = Socket(wire).hello(pair.g)
    assert (view["cause"], view["v"], view["ply"], view["game"]) == ("hello", 0, 0, "mangala")
    assert view["trie"] == {f"a{hole}": str(hole) for hole in range(1, 7)}
    assert len(view["nodes"]) == 48 + 14
    assert view["marks"] == {"4": "extra"}
    assert [seat["name"] for seat in view["table"]["seats"]] == ["Ada", "Ben"]
    assert [seat["you"] for seat in view["table"]["seats"]] == [True, False]
    scene = pair.a.get(view["scene"])
    assert scene.status_code == 200
    assert "immutable" in scene.headers["cache-control"]
    assert {node[1] for node in view["nodes"]} <= set(scene.json()["symbols"])
    assert set(view["trie"]) <= set(scene.json()["spots"])


def test_only_the_player_to_move_gets_the_trie(pair: Pair) -> None:
    with pair.a.socket() as a, pair.b.socket() as b, pair.local_server.visitor().socket() as c:
        first, second, third = Socket(a), Socket(b), Socket(c)
        assert "trie" in first.hello(pair.g)
        for other in (second, third):
            view = other.hello(pair.g)
            assert not {"trie", "marks", "peeks"} & set(view)
        first.ask("do", g=pair.g, v=0, m="1")
        assert "trie" in second.hear("ply")
        assert "trie" not in third.hear("ply")
        assert "trie" not in next(message for message in first.heard if message["type"] == "ply")


def test_a_ply_leads_from_the_nodes_before_to_those_after(pair: Pair) -> None:
    with pair.a.socket() as a, pair.b.socket() as b:
        first, second = Socket(a), Socket(b)
        nodes = {node[0]: node for node in first.hello(pair.g)["nodes"]}
        second.hello(pair.g)
        first.ask("do", g=pair.g, v=0, m="4")
        ply = first.hear("ply")
        for name in ply["del"]:
            del nodes[name]
        nodes |= {node[0]: node for node in ply["set"]}
        order = ply.get("order") or list(nodes)
        view = first.hello(pair.g)
    assert [nodes[name] for name in order] == view["nodes"]
    assert ply["events"][0]["kind"] == "sow"
    assert ply["last"]["say"] == view["last"]["say"]
    assert view["log"] == [["4", 0]]


def test_a_repeated_move_is_acknowledged_but_not_played_twice(pair: Pair) -> None:
    with pair.a.socket() as wire:
        socket = Socket(wire)
        socket.hello(pair.g)
        for _ in range(3):
            assert socket.ask("do", g=pair.g, v=0, m="4")["type"] == "ack"
    with pair.a.socket() as wire:
        socket = Socket(wire)
        assert socket.hello(pair.g)["log"] == [["4", 0]]
        assert socket.ask("do", g=pair.g, v=0, m="4")["type"] == "ack"
        assert socket.hello(pair.g)["ply"] == 1


def test_a_stale_move_is_refused_and_answered_by_a_view(pair: Pair) -> None:
    with pair.a.socket() as wire:
        socket = Socket(wire)
        socket.hello(pair.g)
        socket.ask("do", g=pair.g, v=0, m="4")
        for v, move in ((0, "3"), (9, "3")):
            assert socket.ask("do", g=pair.g, v=v, m=move)["code"] == "STALE"
            assert socket.hear("view")["cause"] == "stale"


def test_a_move_out_of_turn_is_refused(pair: Pair) -> None:
    with pair.b.socket() as wire:
        socket = Socket(wire)
        socket.hello(pair.g)
        nack = socket.ask("do", g=pair.g, v=0, m="4")
        assert (nack["code"], nack["text"]) == ("NOT_YOUR_TURN", "It is not your turn.")


def test_a_spectator_cannot_move(pair: Pair) -> None:
    with pair.local_server.visitor().socket() as wire:
        socket = Socket(wire)
        view = socket.hello(pair.g)
        assert view["table"]["can"] == []
        assert not any("key" in seat for seat in view["table"]["seats"])
        for kind, more in (
            ("do", {"v": 0, "m": "4"}),
            ("throw", {"v": 0}),
            ("undo", {"v": 0}),
            ("offer", {"kind": "draw"}),
            ("resign", {"seat": 0}),
            ("claim", {}),
            ("hint", {"v": 0}),
            ("chat", {"phrase": "hello"}),
        ):
            assert socket.ask(kind, g=pair.g, **more)["code"] == "NOT_YOUR_SEAT", kind


def test_an_illegal_move_is_refused_with_its_reason(pair: Pair) -> None:
    with pair.a.socket() as wire:
        socket = Socket(wire)
        socket.hello(pair.g)
        assert socket.ask("do", g=pair.g, v=0, m="4")["type"] == "ack"
        assert socket.ask("do", g=pair.g, v=1, m="9")["text"].startswith("a move is")
        socket.send(type="why", g=pair.g, v=1, prefix=[], zone="b1")
        why = socket.hear("why")
        assert (why["code"], why["url"]) == ("NOT_YOUR_SIDE", "/rules/mangala#M2")
        socket.send(type="why", g=pair.g, v=1, prefix=[], zone="a3")
        assert socket.hear("why")["text"] == ""
        assert socket.ask("do", g=pair.g, v=1, m="1")["type"] == "ack"
        socket.send(type="why", g=pair.g, v=2, prefix=[], zone="b1")
        assert socket.hear("why")["code"] == "NOT_YOUR_TURN"


def test_malformed_frames_are_refused_and_harmless(pair: Pair) -> None:
    with pair.a.socket() as wire:
        socket = Socket(wire)
        for text in ("", "{", "[1]", '{"type":"do"}', '{"type":"x"}', "\ud7ff\u0000", '{"type":"hello","g":"../x"}'):
            wire.send_text(text)
            assert socket.hear("nack")["code"] == "BAD_MESSAGE"
        assert socket.hello("nosuchgame")["code"] == "NO_GAME"
        assert socket.ask("do", g="nosuchgame", v=0, m="1")["code"] == "NO_GAME"
        assert socket.hello(pair.g)["type"] == "view"


def test_a_pong_repeats_finite_numbers_only(pair: Pair) -> None:
    with pair.a.socket() as wire:
        socket = Socket(wire)
        for number in ("NaN", "Infinity", "1e400", "9" * 400, '"x"', "null", "[1]"):
            for text in (f'{{"type":"ping","t":{number}}}', f'{{"type":"ping","t":1,"rtt":{number}}}'):
                if "null" not in text or "rtt" not in text:  # no round trip yet
                    wire.send_text(text)
                    assert socket.hear("nack")["code"] == "BAD_MESSAGE"
        for number in (-5.0, 1e308):
            socket.send(type="ping", t=number)
            assert socket.hear("pong")["t"] == number


def test_a_frame_of_bytes_is_refused_and_harmless(pair: Pair) -> None:
    with pair.a.socket() as wire:
        socket = Socket(wire)
        wire.send_bytes(b"\x00\xff")
        assert socket.hear("nack")["code"] == "BAD_MESSAGE"
        assert socket.hello(pair.g)["type"] == "view"


def test_an_oversized_frame_ends_the_connection(pair: Pair) -> None:
    with pair.a.socket() as wire:
        socket = Socket(wire)
        wire.send_text('{"type":"ping","t":1' + " " * LONGEST_BYTES + "}")
        assert socket.hear("nack")["code"] == "TOO_LONG"
        assert wire.receive()["type"] == "websocket.close"


def test_a_flood_is_throttled_then_disconnected(pair: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pair.local_server.hub, "quotas", Quotas(with_budgets("message.guest=50+1")))
    with pair.a.socket() as wire:
        socket = Socket(wire)
        for number in range(900):
            wire.send_json({"type": "ping", "t": number})
        assert socket.hear("nack")["code"] == "TOO_FAST"
        assert socket.hear("bye")["code"] == "FLOOD"


def test_two_tabs_on_a_seat_see_the_same(pair: Pair) -> None:
    with pair.a.socket() as one, pair.a.socket() as two:
        first, second = Socket(one), Socket(two)
        first.hello(pair.g)
        second.hello(pair.g)
        assert first.ask("do", g=pair.g, v=0, m="4")["type"] == "ack"
        assert second.hear("ply")["m"] == "4"
        assert second.ask("do", g=pair.g, v=1, m="1")["type"] == "ack"
        assert first.hear("ply", m="1")["v"] == 2
        assert first.ask("do", g=pair.g, v=1, m="2")["code"] == "STALE"


def test_a_board_can_be_turned_and_read_in_three_languages(pair: Pair) -> None:
    with pair.a.socket() as wire:
        socket = Socket(wire)
        english = socket.hello(pair.g)
        socket.send(type="hello", g=pair.g, lang="ru", portrait=True, bottom=1)
        russian = socket.hear("view")
    assert (russian["bottom"], russian["portrait"], russian["lang"]) == (1, True, "ru")
    assert russian["scene"] != english["scene"]
    assert russian["zones"] != english["zones"]
    assert [node[0] for node in russian["nodes"]] == [node[0] for node in english["nodes"]]


def test_peeks_and_marks_are_answered_for_the_present_position_only(pair: Pair) -> None:
    with pair.a.socket() as wire:
        socket = Socket(wire)
        socket.hello(pair.g)
        socket.send(type="peek", g=pair.g, v=5, prefix=[], m="4")
        socket.send(type="peek", g=pair.g, v=0, prefix=["a4"], m="4")
        peek = socket.hear("peek")
        assert (peek["m"], peek["icon"], peek["v"]) == ("4", "extra", 0)
        assert peek["ghosts"]
        socket.send(type="marks", g=pair.g, v=0, prefix=[])
        assert socket.hear("marks")["marks"] == {"4": "extra"}
        socket.send(type="peek", g=pair.g, v=0, prefix=[])
        assert socket.hear("peek")["say"] == "Choose a hole to sow from."


def test_phrases_reach_all_subscribers(pair: Pair) -> None:
    with pair.sockets() as (first, second):
        assert first.ask("chat", g=pair.g, phrase="luck")["type"] == "ack"
        message = second.hear("chat")
        assert (message["seat"], message["text"]) == (0, "Good luck!")


def test_presence_is_told(pair: Pair) -> None:
    with pair.a.socket() as a:
        first = Socket(a)
        first.hello(pair.g)
        with pair.b.socket() as b:
            Socket(b).hello(pair.g)
            while not all(seat["online"] for seat in first.hear("table")["table"]["seats"]):
                pass
        while first.hear("table")["table"]["seats"][1]["online"]:
            pass


def test_a_database_that_fails_loses_and_doubles_nothing(pair: Pair, monkeypatch: object) -> None:
    from charkoni.web.store import StoreError

    store = pair.local_server.hub.store
    append = store.append

    async def written_but_lost(*arguments: object) -> None:
        await append(*arguments)  # type: ignore[arg-type]
        raise StoreError("the answer got lost")

    async def not_written(*arguments: object) -> None:
        raise StoreError("the disk is full")

    with pair.a.socket() as wire:
        socket = Socket(wire)
        socket.hello(pair.g)
        store.append = not_written  # type: ignore[method-assign]
        assert socket.ask("do", g=pair.g, v=0, m="4")["code"] == "NOT_STORED"
        store.append = written_but_lost  # type: ignore[method-assign]
        assert socket.ask("do", g=pair.g, v=0, m="4")["code"] == "NOT_STORED"
        store.append = append  # type: ignore[method-assign]
        assert socket.ask("do", g=pair.g, v=0, m="4")["type"] == "ack"
        assert socket.hello(pair.g)["log"] == [["4", 0]]


def test_a_game_comes_back_from_the_store(local_server: LocalServer, pair: Pair) -> None:
    with pair.a.socket() as wire:
        socket = Socket(wire)
        socket.hello(pair.g)
        socket.ask("do", g=pair.g, v=0, m="4")
        before = socket.hello(pair.g)
    local_server.time.pass_by(10_000_000)
    local_server.run(_evict, local_server)
    assert pair.g not in local_server.hub.rooms
    with pair.a.socket() as wire:
        after = Socket(wire).hello(pair.g)
    assert (after["log"], after["v"], after["trie"]) == (before["log"], before["v"], before["trie"])


def test_an_ended_game_leaves_the_memory_in_a_quarter_of_the_time(local_server: LocalServer, pair: Pair) -> None:
    other = make_pair(local_server)
    with pair.a.socket() as one, other.a.socket() as two:
        Socket(one).hello(pair.g)
        Socket(two).hello(other.g)
        Socket(one).ask("resign", g=pair.g, seat=0)
    local_server.time.pass_by(round(local_server.settings.evict_s * 250) + 1)
    local_server.run(_evict, local_server)
    assert pair.g not in local_server.hub.rooms
    assert other.g in local_server.hub.rooms


def test_a_game_that_leaves_the_memory_is_free_at_once(local_server: LocalServer, pair: Pair) -> None:
    """It does not wait for the garbage collector, which comes late on a server with much that lasts."""
    with pair.a.socket() as wire:
        Socket(wire).hello(pair.g)
        Socket(wire).ask("do", g=pair.g, v=0, m="4")
    room = weakref.ref(local_server.hub.rooms[pair.g])
    wait_until(lambda: not room().subscribers)
    local_server.time.pass_by(10_000_000)
    gc.disable()
    try:
        local_server.run(_evict, local_server)
        wait_until(lambda: room() is None)
    finally:
        gc.enable()


async def _evict(local_server: LocalServer) -> None:
    local_server.hub.evict()
