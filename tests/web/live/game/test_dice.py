"""Dice that bind: what players and server promise, and what a document proves against it."""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from tests.web import seeds
from tests.web.conftest import LocalServer, Socket, Visitor

from charkoni.core.registry import named
from charkoni.games import fair_dice
from charkoni.games.fair_dice import DiceMismatch, verify
from charkoni.web.live.observers import dice_promises

GAME = named("chaupar")
ODDS = GAME.start().odds
THREE_SIXES = "[666]"


def test_all_throws_come_as_often_as_they_should() -> None:
    odds = (Fraction(1, 6), Fraction(1, 3), Fraction(1, 2))
    counts = [0, 0, 0]
    for number in range(6000):
        counts[fair_dice.chosen_index("key", "game", number, ["a", "b"], odds)] += 1
    assert all(abs(count - 6000 * share) < 200 for count, share in zip(counts, odds, strict=True))


def test_a_throw_depends_on_everybody() -> None:
    odds = (Fraction(1, 1000),) * 1000
    base: tuple[str, str, int, list[str]] = ("key", "game", 0, ["a", "b"])
    first = fair_dice.chosen_index(*base, odds)
    assert first == fair_dice.chosen_index(*base, odds)
    others = [
        ("kez", "game", 0, ["a", "b"]),
        ("key", "gane", 0, ["a", "b"]),
        ("key", "game", 1, ["a", "b"]),
        ("key", "game", 0, ["a", "c"]),
        ("key", "game", 0, ["ab", ""]),
    ]
    assert all(fair_dice.chosen_index(*other, odds) != first for other in others)


def test_the_example_of_the_description_is_right() -> None:
    page = (Path(__file__).parents[4] / "docs" / "dice.md").read_text(encoding="utf-8")
    one, two, _, faces, server, word, throws = re.findall(r"(?:\| |and )`([^`]*)`", page.partition("## An example")[2])
    assert faces == fair_dice.faces(GAME.start())
    key, commitments, secrets = "5" * 64, [one, two, "-", ""], {0: "1" * 64, 1: "2" * 64, 2: "hello"}
    assert [fair_dice.seed_commitment("k3vq9x2m7a", seat, secrets[seat]) for seat in (0, 1)] == [one, two]
    assert fair_dice.key_commitment("k3vq9x2m7a", key, faces, commitments) == server
    shares = fair_dice.shares_of(commitments, secrets)
    assert shares[2] == word
    assert thrown(key, shares, 6, "k3vq9x2m7a") == throws.split()


def test_no_promise_stands_for_another_seat_or_game() -> None:
    seed = "5" * 64
    promises = {fair_dice.seed_commitment(game, seat, seed) for game in ("one", "two") for seat in (0, 1)}
    assert len(promises) == 4


# --- a game -----------------------------------------------------------------------------------------------------------


def step(server: LocalServer, g: str, *sockets: Socket) -> bool:
    """Give seeds, throw or move with whoever has to; return False when nobody can."""
    for socket in sockets:
        view = socket.hello(g)
        if seeds.give(socket.ask, g, view):
            return True
        if "throw" in view["table"]["can"]:
            assert socket.ask("throw", g=g, v=view["v"])["type"] == "ack"
            return True
        if "trie" in view:
            assert socket.ask("do", g=g, v=view["v"], m=min(server.hub.rooms[g].live.position.moves))["type"] == "ack"
            return True
    return False


@pytest.fixture(scope="module")
def finished(local_server: LocalServer) -> tuple[dict[str, Any], str]:
    """The document and the receipt of seats 0 and 2 of a game of two people; the last has resigned."""
    g, a, b = begun(local_server)
    with a.socket() as one, b.socket() as two:
        sockets = Socket(one), Socket(two)
        assert sockets[0].hello(g)["table"]["can"] == ["call-off"], "no throw before the promises"
        while (view := sockets[0].hello(g))["table"]["dice"]["stage"] != "ready":
            assert step(local_server, g, *reversed(sockets))
        receipt = seeds.receipt(view, 0, 2)
        secret = a.get(f"/g/{g}/dice.json").json()
        assert "key" not in secret and "seeds" not in secret
        assert sockets[0].ask("throw", g=g, v=view["v"])["type"] == "ack"
        assert sockets[0].ask("throw", g=g, v=view["v"])["type"] == "ack", "repeated, not thrown anew"
        assert sockets[0].ask("undo", g=g, v=view["v"] + 1)["code"] == "NOT_NOW", "never across a throw"
        for _ in range(30):
            assert step(local_server, g, *sockets)
        kept = json.loads(receipt) | {"throws": json.loads(seeds.receipt(sockets[0].hello(g)))["throws"]}
        assert sockets[0].ask("resign", g=g, seat=0)["type"] == "ack"
    return a.get(f"/g/{g}/dice.json").json(), json.dumps(kept)


Finished = tuple[dict[str, Any], str]


def test_a_finished_game_proves_its_dice(finished: Finished) -> None:
    document, receipt = finished
    proof = verify(json.dumps(document), receipt)
    assert proof.throws >= 5 and proof.own == (0, 2) and proof.bound == (0, 1, 2, 3)
    assert verify(json.dumps(document), commitment=document["commitment"]) == replace(proof, own=())


def test_a_document_alone_proves_nothing(finished: Finished) -> None:
    with pytest.raises(ValueError, match="alone proves nothing"):
        verify(json.dumps(finished[0]))


def changed(document: dict[str, Any], change: Callable[[dict[str, Any]], object]) -> str:
    copy = json.loads(json.dumps(document))
    change(copy)
    return json.dumps(copy)


@pytest.mark.parametrize(
    ("change", "error"),
    [
        (lambda d: d.update(key="0" * 64), "key does not fit"),
        (lambda d: d["seeds"].__setitem__(1, "0" * 64), "seed of seat 1"),
        (lambda d: d["commitments"].__setitem__(1, "0" * 64), "key does not fit"),
        (lambda d: d.update(faces=THREE_SIXES + "*1"), "key does not fit"),
        (lambda d: next(p for p in d["plies"] if "number" in p).update(number=1), "throw 0 is missing"),
        (lambda d: d["plies"].clear(), "not those that were seen"),
        (lambda d: d.update(version=1), "older protocol"),
        (lambda d: d.update(id="another"), "receipt is of the game"),
        (lambda d: d.pop("key"), "not revealed"),
        (lambda d: d.pop("plies"), "no document"),
    ],
)
def test_wrong_dice_are_detected(finished: Finished, change: Callable[[dict[str, Any]], object], error: str) -> None:
    with pytest.raises(ValueError, match=error):
        verify(changed(finished[0], change), finished[1])


# --- forgeries --------------------------------------------------------------------------------------------------------


def forged(key: str, parts: list[str], throws: list[str], game: str = "forged") -> dict[str, Any]:
    """Return the document of a game that begins with these throws, made by somebody who knows everything."""
    position, plies, number = GAME.start(), list[dict[str, Any]](), 0
    while number < len(throws):
        if position.turn == -1:
            plies.append({"m": throws[number], "number": number})
            number += 1
        else:
            plies.append({"m": min(position.moves), "seat": position.turn})
        position = position.play(plies[-1]["m"])
    promises = [fair_dice.seed_commitment(game, seat, seed) for seat, seed in enumerate(parts)]
    return {
        "version": 2,
        "id": game,
        "game": "chaupar",
        "start": "",
        "commitments": promises,
        "commitment": fair_dice.key_commitment(game, key, fair_dice.faces(GAME.start()), promises),
        "faces": fair_dice.faces(GAME.start()),
        "plies": plies,
        "key": key,
        "seeds": parts,
    }


def thrown(key: str, parts: list[str], count: int, game: str = "forged") -> list[str]:
    moves = GAME.start().moves
    return [moves[fair_dice.chosen_index(key, game, number, parts, ODDS)] for number in range(count)]


PARTS = ["a" * 64, "b" * 64, "c" * 64, "d" * 64]
GROUND = f"{117130:064x}"
"""The first key that gives three throws of three sixes with these seeds in a game named "forged"."""


def test_a_document_with_throws_of_ones_choice_is_refused() -> None:
    """The forger writes down the throws he likes, as the salts of protocol 1 allowed him."""
    document = forged("0" * 64, PARTS, [THREE_SIXES] * 6)
    with pytest.raises(DiceMismatch, match="key and seeds give"):
        verify(json.dumps(document), commitment=document["commitment"])
    salted = document | {"version": 1, "plies": [ply | {"salt": "f"} for ply in document["plies"]]}
    with pytest.raises(ValueError, match="older protocol"):
        verify(json.dumps(salted), commitment=document["commitment"])


def test_a_key_ground_for_sixes_does_not_fit_what_a_player_has_kept() -> None:
    """Who knows all seeds finds a key for any throws; the receipt of an honest player tells that it came later."""
    assert thrown(GROUND, PARTS, 3) == [THREE_SIXES] * 3
    document = forged(GROUND, PARTS, [THREE_SIXES] * 3)
    assert verify(json.dumps(document), commitment=document["commitment"]).own == (), "consistent in itself"
    honest = forged("7" * 64, PARTS, thrown("7" * 64, PARTS, 3))
    receipt = {"game": "forged", "commitment": honest["commitment"], "commitments": honest["commitments"]}
    with pytest.raises(DiceMismatch, match="commitment of the server"):
        verify(json.dumps(document), json.dumps(receipt | {"seeds": {"1": PARTS[1]}}))


def test_a_key_ground_in_advance_is_worth_nothing_against_a_secret_seed() -> None:
    """The server grinds its key for its guess of a seed; the seed that is then revealed gives other throws."""
    real = [PARTS[0], "e" * 64, *PARTS[2:]]
    assert thrown(GROUND, real, 3) != [THREE_SIXES] * 3
    document = forged(GROUND, real, [THREE_SIXES] * 3)
    with pytest.raises(DiceMismatch, match="throw 0"):
        verify(json.dumps(document), json.dumps({"commitment": document["commitment"], "seeds": {"1": real[1]}}))
    lie = forged(GROUND, PARTS, [THREE_SIXES] * 3)
    with pytest.raises(DiceMismatch, match="seed of seat 1"):
        verify(json.dumps(lie), json.dumps({"commitment": lie["commitment"], "seeds": {"1": real[1]}}))


# --- the order of the promises ----------------------------------------------------------------------------------------


def begun(server: LocalServer) -> tuple[str, Visitor, Visitor]:
    a, b = server.visitor(), server.visitor()
    g = a.new_game("chaupar", opponent="friend")
    b.post(f"/i/{server.run(server.hub.room, g).live.row.invite}", seats="1,3")
    return g, a, b


def promise_all(g: str, socket: Socket) -> None:
    assert seeds.give(socket.ask, g, socket.hello(g))


def test_no_seed_is_revealed_before_all_have_promised(local_server: LocalServer) -> None:
    g, a, b = begun(local_server)
    with a.socket() as one, b.socket() as two:
        first, second = Socket(one), Socket(two)
        promise_all(g, first)
        state = first.hello(g)["table"]["dice"]
        assert (state["stage"], state["commitment"]) == ("commit", ""), "the key waits for the other browser"
        assert local_server.hub.rooms[g].live.dice.key == ""
        assert first.ask("reveal", g=g, seat=0, seed=seeds.seed_of(g, 0))["code"] == "NOT_NOW"
        assert first.ask("promise", g=g, seat=0, commitment="0" * 64)["code"] == "NOT_NOW", "no second promise"
        assert first.ask("promise", g=g, seat=1, commitment="0" * 64)["code"] == "NOT_YOUR_SEAT"
        promise_all(g, second)
        state = first.hello(g)["table"]["dice"]
        assert state["stage"] == "reveal" and len(state["commitment"]) == 64
        assert first.ask("reveal", g=g, seat=0, seed="0" * 64)["code"] == "NOT_NOW", "not the seed that was promised"
        assert first.ask("throw", g=g, v=0)["code"] == "DICE"


def test_who_does_not_answer_is_left_out_before_anything_is_revealed(local_server: LocalServer) -> None:
    g, a, _ = begun(local_server)
    room = local_server.hub.rooms[g]
    with a.socket() as one:
        socket = Socket(one)
        promise_all(g, socket)
        local_server.time.pass_by(dice_promises.COMMIT_MS)
        local_server.run(room.ask, lambda: dice_promises.settle(room))
        state = socket.hello(g)["table"]["dice"]
        assert state["stage"] == "reveal"
        assert [bool(each) for each in state["commitments"]] == [True, False, True, False]


def test_who_does_not_reveal_is_to_move_and_can_be_called_off(local_server: LocalServer) -> None:
    """An abort stays possible, but it is seen by everybody, and gives no throw."""
    g, a, b = begun(local_server)
    with a.socket() as one, b.socket() as two:
        first, second = Socket(one), Socket(two)
        promise_all(g, first)
        promise_all(g, second)
        seeds.give(second.ask, g, second.hello(g))
        assert local_server.hub.rooms[g].live.decider == 0
        local_server.time.pass_by(10 * dice_promises.WORD_MS)
        room = local_server.hub.rooms[g]
        local_server.run(room.ask, lambda: dice_promises.settle(room))
        assert second.hello(g)["table"]["dice"]["stage"] == "reveal", "nobody goes on without a promised seed"
        assert second.ask("resign", g=g, seat=1)["type"] == "ack"
    document = b.get(f"/g/{g}/dice.json").json()
    assert local_server.hub.rooms[g].live.state == "called-off" and document["seeds"][1] == seeds.seed_of(g, 1)


def test_a_page_without_script_gives_a_word_after_the_key_is_fixed(local_server: LocalServer) -> None:
    a = local_server.visitor()
    g = a.new_game("chaupar", opponent="here")
    assert 'action" value="prepare' in a.get(f"/g/{g}/text").text
    a.post(f"/g/{g}/text", action="prepare")
    state = local_server.hub.rooms[g].live.dice
    assert (state.stage, state.listed) == ("word", ["-"] * 4)
    assert state.commitment in a.get(f"/g/{g}/text").text, "shown before the word is given"
    a.post(f"/g/{g}/text", action="word", word="слово")
    assert state.is_ready
    a.post(f"/g/{g}/text", action="throw", v="0")
    a.post(f"/g/{g}/text", action="resign")
    proof = verify(a.get(f"/g/{g}/dice.json").text, commitment=state.commitment)
    assert (proof.throws, proof.words) == (1, (0, 1, 2, 3)), "called off early, and kept with its throw"


def test_a_computer_promises_like_a_person(local_server: LocalServer) -> None:
    a = local_server.visitor()
    g = a.new_game("chaupar", seat0="me", seat1="1", seat2="me", seat3="1")
    with a.socket() as one:
        socket = Socket(one)
        room = local_server.hub.rooms[g]
        local_server.run(room.ask, lambda: dice_promises.settle(room))
        assert sorted(room.live.dice.commitments) == [1, 3]
        promise_all(g, socket)
        assert socket.hello(g)["table"]["dice"]["stage"] == "reveal"
        seeds.give(socket.ask, g, socket.hello(g))
        assert room.live.dice.is_ready


def test_promises_survive_a_restart(opened: Callable[..., LocalServer]) -> None:
    server = opened()
    g, a, b = begun(server)
    with a.socket() as one, b.socket() as two:
        promise_all(g, Socket(one))
        promise_all(g, Socket(two))
        before = server.hub.rooms[g].live.dice
    again = server.run(server.hub.load, g).dice
    assert replace(again, changed=0) == replace(before, changed=0) and again.stage == "reveal"


# --- takebacks --------------------------------------------------------------------------------------------------------


def test_a_step_of_the_own_turn_is_taken_back(local_server: LocalServer) -> None:
    g, a, b = begun(local_server)
    with a.socket() as one, b.socket() as two:
        sockets = Socket(one), Socket(two)
        for _ in range(70):
            for socket in sockets:
                view = socket.hello(g)
                if "undo" in view["table"]["can"]:
                    assert socket.ask("undo", g=g, v=view["v"])["type"] == "ack"
                    assert socket.hello(g)["ply"] == view["ply"] - 1
                    return
            assert step(local_server, g, *sockets)
    raise AssertionError("no turn of several steps in 70 steps")
