"""Conditional moves: trees, what a game makes of them, answers by the server; on SQLite and PostgreSQL."""

import asyncio
import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.web.conftest import LocalServer, Pair, Work, make_pair

from charkoni.core.errors import IllegalMove
from charkoni.core.registry import named
from charkoni.web.http.errors import Refused
from charkoni.web.live.conditional_moves import ConditionalMoves, lines_in, lines_of, tree_of
from charkoni.web.live.game.live_game import CONDITIONAL, LiveGame
from charkoni.web.people import personal_data
from charkoni.web.store import GameRow, LogRow, SeatRow, Store

DAY = 86_400_000
START = named("gana").start()


def some_lines(seed: int, count: int, length: int) -> list[list[str]]:
    """Return random lines from the start with one answer of seat 1 to the same moves."""
    chance, answers, lines = random.Random(seed), dict[tuple[str, ...], str](), []
    for _ in range(count):
        at, line = START, []
        for _ in range(length):
            for _ in range(2):
                known = answers.get(tuple(line)) if at.turn == 1 else None
                move = known or chance.choice(at.moves[:3])
                if at.turn == 1:
                    answers[tuple(line)] = move
                at = at.play(move)
                line.append(move)
        lines.append(line)
    return lines


@given(st.integers(0, 10**6), st.integers(1, 5), st.integers(1, 3))
@settings(max_examples=20, deadline=None)
def test_a_tree_is_its_lines(seed: int, count: int, length: int) -> None:
    lines = some_lines(seed, count, length)
    tree = tree_of(START, 1, lines)
    assert sorted(lines_of(tree)) == sorted(map(list, set(map(tuple, lines))))
    assert tree_of(START, 1, lines_of(tree)) == tree
    text = "\n".join(f"if {line[0]}, then {' '.join(line[1:])}" for line in lines)
    assert lines_in(text) == lines


def test_what_is_no_tree_is_refused() -> None:
    first, second = START.moves[:2]
    answers = START.play(first).moves
    with pytest.raises(Refused, match="TWO_ANSWERS"):
        tree_of(START, 1, [[first, answers[0]], [first, answers[1]]])
    with pytest.raises(Refused, match="NO_ANSWER"):
        tree_of(START, 1, [[first, answers[0]], [second]])
    with pytest.raises(IllegalMove):
        tree_of(START, 1, [[first, first]])
    with pytest.raises(Refused, match="TOO_LONG"):
        tree_of(START, 1, [[first, answers[0]]] * 51)


async def begun(store: Store, name: str, clock: str = "daily") -> LiveGame:
    """Store a game that has begun, and return it."""
    row = GameRow(name, "gana", clock, 3 * DAY, 0, f"i{name}", 0, "", 1, 1)
    places = [SeatRow(name, seat, "human", "Ada", f"{name}{seat}") for seat in (0, 1)]
    live = LiveGame(row, places)
    first = live.row_for_start(1)
    await store.add_game(live.summary(first), places, [first])
    live.apply(first, 0)
    return live


async def write(store: Store, live: LiveGame, row: LogRow) -> None:
    await store.append(row, live.summary(row))
    live.apply(row, 0)


def conditions_of(store: Store) -> ConditionalMoves:
    conditions = ConditionalMoves(store)
    store.consequences.append(conditions.consequence)
    return conditions


def test_the_game_moves_a_tree_on_or_voids_it(inside: Callable[[Work], Any]) -> None:
    async def work(store: Store) -> None:
        conditions, live = conditions_of(store), await begun(store, "cond1")
        one, two = START.moves[:2]
        answer = START.play(one).moves[0]
        later = START.play(one).play(answer).moves[0]
        last = START.play(one).play(answer).play(later).moves[0]
        tree = tree_of(START, 1, [[one, answer, later, last], [two, START.play(two).moves[0]]])
        assert await conditions.save("cond1", 1, "cond11", 0, tree)
        assert await conditions.reply("cond1", 0, 1) is None
        await write(store, live, live.row_for_move(0, 2, 0, one))
        assert await conditions.reply("cond1", 1, 1) == answer
        assert "cond1" in await store.ticking()
        assert not await conditions.save("cond1", 1, "cond11", 0, tree), "the game has gone on"
        await write(store, live, live.row_for_move(0, 3, 1, answer, CONDITIONAL))
        assert "cond1" not in await store.ticking()
        assert await conditions.of("cond1", "cond11") == {later: {last: {}}}
        assert (await personal_data.export(store, "cond11"))["conditional_moves"]
        await write(store, live, live.row_for_move(0, 4, 0, live.position.moves[-1]))
        assert await conditions.of("cond1", "cond11") == {}, "another move"

    inside(work)


@pytest.mark.parametrize("kind", ["undo", "resign", "draw", "flag", "other answer"])
def test_what_ends_a_plan(inside: Callable[[Work], Any], kind: str) -> None:
    async def work(store: Store) -> None:
        name = f"cond-{kind}"
        conditions, live = conditions_of(store), await begun(store, name)
        for seat in (0, 1):
            await write(store, live, live.row_for_move(0, 2, seat, live.position.moves[0]))
        first = live.position.moves[0]
        answers = live.position.play(first).moves
        tree = tree_of(live.position, 1, [[first, answers[0]]])
        assert await conditions.save(name, 1, f"{name}1", 2, tree)
        if kind == "other answer":
            await write(store, live, live.row_for_move(0, 3, 0, first))
            await write(store, live, live.row_for_move(0, 3, 1, answers[1]))
        else:
            await write(store, live, live.row_for(0, 3, kind, 0, "1" if kind == "undo" else ""))
        assert await conditions.of(name, f"{name}1") == {}

    inside(work)


def test_a_plan_and_a_move_at_the_same_time_know_of_each_other(inside: Callable[[Work], Any]) -> None:
    """The tree is moved on by the move, or refused because of it; it never stays behind."""

    async def work(store: Store) -> None:
        conditions = conditions_of(store)
        for number in range(10):
            name = f"race{number}"
            live = await begun(store, name)
            first = START.moves[0]
            tree = tree_of(START, 1, [[first, START.play(first).moves[0]]])
            steps = [
                conditions.save(name, 1, f"{name}1", 0, tree),
                write(store, live, live.row_for_move(0, 2, 0, first)),
            ]
            is_saved, _ = await asyncio.gather(*(steps if number % 2 else [steps[0], steps[1]]))
            assert (await conditions.reply(name, 1, 1) is not None) == is_saved

    inside(work)


def log_of(local_server: LocalServer, g: str) -> list[LogRow]:
    return local_server.run(local_server.hub.store.game, g)[2]


def settle(local_server: LocalServer, g: str) -> None:
    """Wait until nothing is queued in a room and its observers have looked."""

    async def wait() -> None:
        room = local_server.hub.rooms[g]
        for _ in range(5):
            await room.ask(room.prepare)
            await asyncio.sleep(0.01)

    local_server.run(wait)


def moved(pair: Pair, who: Any, v: int, move: str) -> None:
    assert who.post(f"/g/{pair.g}/text", action="move", v=str(v), m=move).status_code == 303


def test_the_server_answers_at_once_as_planned(local_server: LocalServer) -> None:
    """Also with two moves, where the first of them lets the player move again."""
    pair = make_pair(local_server, clock="3d")
    path = f"/g/{pair.g}/conditions"
    assert pair.b.post(path, text="if 1 then 2\n3 4 5 1 2").status_code == 303
    assert "3 4 5 1 2" in pair.b.get(path).text
    assert "3 4 5 1 2" not in pair.a.get(path).text
    assert local_server.visitor().get(path).status_code == 403
    moved(pair, pair.a, 0, "3")
    settle(local_server, pair.g)
    moves = [row for row in log_of(local_server, pair.g) if row.kind == "move"]
    played = [("3", 0, ""), ("4", 1, CONDITIONAL), ("5", 1, CONDITIONAL)]
    assert [(row.text, row.seat, row.salt) for row in moves] == played
    assert pair.a.get(f"/g/{pair.g}.txt").text.count("conditional move") == 2
    assert ">1 2<" in pair.b.get(path).text
    moved(pair, pair.a, 3, "2")
    settle(local_server, pair.g)
    assert len(local_server.hub.rooms[pair.g].live.record) == 4, "another move: the person has to answer"
    assert "1 2" not in pair.b.get(path).text


def test_a_line_of_the_board_replaces_what_answers_otherwise(local_server: LocalServer) -> None:
    pair = make_pair(local_server, clock="2d")
    path = f"/g/{pair.g}/conditions"
    assert pair.b.post(path, text="1 2\n3 4").status_code == 303
    assert pair.b.post(path, line="3 5").status_code == 303
    page = pair.b.get(path).text
    assert "1 2" in page and "3 5" in page and "3 4" not in page
    assert pair.b.post(path, text="").status_code == 303
    assert "1 2" not in pair.b.get(path).text


def test_what_cannot_be_planned_is_refused_with_the_reason(local_server: LocalServer) -> None:
    pair = make_pair(local_server, clock="2d")
    path = f"/g/{pair.g}/conditions"
    refused = pair.b.post(path, text="1 2\n1 3", lang="en")
    assert refused.status_code == 409
    assert "1 3" in refused.text, "what was typed stays"
    assert pair.b.post(path, text="1 9").status_code == 409
    assert pair.b.post(path, text="1").status_code == 409
    assert pair.a.post(path, text="1 2").status_code == 409, "it is his own move"
    untimed = make_pair(local_server)
    assert untimed.b.post(f"/g/{untimed.g}/conditions", text="1 2").status_code == 409
    dice = local_server.visitor()
    g = dice.new_game("chaupar", opponent="here", clock="3d")
    assert dice.post(f"/g/{g}/conditions", text="1 2").status_code == 409
    assert "nobody knows the next throw" in dice.get(f"/g/{g}/conditions?lang=en").text


def test_an_answer_that_was_due_when_the_server_was_killed_comes_after_the_start(
    opened: Callable[..., LocalServer],
) -> None:
    server = opened()
    pair = make_pair(server, clock="3d")
    assert pair.b.post(f"/g/{pair.g}/conditions", text="3 4").status_code == 303
    server.hub.rooms[pair.g].observers = []  # as if the process were killed after the move is written
    moved(pair, pair.a, 0, "3")
    server.client.__exit__(None, None, None)
    again = opened(server.time)

    async def answered() -> bool:
        for _ in range(300):
            room = await again.hub.room(pair.g) if pair.g in again.hub.rooms else None
            if room and len(room.live.record) == 2:
                return True
            await asyncio.sleep(0.01)
        return False

    assert again.run(answered), "nobody has asked for the game"


def test_after_the_time_the_answer_is_not_played(local_server: LocalServer) -> None:
    pair = make_pair(local_server, clock="1d")
    moved(pair, pair.a, 0, "1")
    moved(pair, pair.b, 1, "1")
    assert pair.b.post(f"/g/{pair.g}/conditions", text="2 2").status_code == 303
    local_server.pass_by(DAY + 10_000, pair.g)
    settle(local_server, pair.g)
    assert local_server.hub.rooms[pair.g].live.state == "over"
    assert log_of(local_server, pair.g)[-1].kind == "flag"
