"""The engine protocol: an answer to every line, and the documented dialogue."""

import json
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from charkoni.analysis.engine_queries import Action, BadQuery, Query, read_line
from charkoni.analysis.engine_service import LONGEST_LINE, EngineService
from charkoni.analysis.record_search import RecordSearcher

DOCUMENT = Path(__file__).parents[2] / "docs" / "engine.md"
LONGEST_WAIT = 60
LONG = {"game": "mosty:size=5", "limits": {"seconds": 600}}


class Client:
    """A client that sends lines and collects answers."""

    def __init__(self, parallel: int = 1) -> None:
        self.answers: list[dict[str, Any]] = []
        self.service = EngineService(lambda text: self.answers.append(json.loads(text)), parallel)

    def send(self, *contents: object) -> None:
        for content in contents:
            line = content if isinstance(content, bytes) else json.dumps(content).encode()
            self.service.handle_line(line)

    def drained(self) -> list[dict[str, Any]]:
        """Return all answers; fail if a query has none."""
        draining = threading.Thread(target=self.service.drain, daemon=True)
        draining.start()
        draining.join(LONGEST_WAIT)
        assert not draining.is_alive(), "a query is not answered"
        return self.answers

    def wait(self, query_id: str, count: int = 1) -> None:
        """Wait until a query has so many answers; fail after a timeout."""
        latest = time.monotonic() + LONGEST_WAIT
        while len(self.of(query_id)) < count:
            assert time.monotonic() < latest, "an answer does not come"
            time.sleep(0.01)

    def of(self, query_id: str) -> list[dict[str, Any]]:
        return [answer for answer in self.answers if answer["id"] == query_id]


def ask(*contents: object) -> list[dict[str, Any]]:
    client = Client()
    client.send(*contents)
    return client.drained()


def refusal(line: bytes | dict[str, Any]) -> BadQuery:
    with pytest.raises(BadQuery) as caught:
        read_line(line if isinstance(line, bytes) else json.dumps(line).encode())
    return caught.value


# --- reading ----------------------------------------------------------------------------------------------------------


def test_a_query_with_everything() -> None:
    limits = {"nodes": 10, "seconds": 1.5, "depth": 3, "lines": 0, "threads": 2}
    line = {"id": "q", "game": "mangala", "moves": ["4"], "turns": [1, 0, 1], "limits": limits, "priority": -3}
    found = read_line(json.dumps(line).encode())
    assert isinstance(found, Query)
    assert (found.turns, found.priority, found.record.moves) == ((1, 0), -3, ("4",))
    assert (found.limits.nodes, found.limits.seconds, found.limits.depth) == (10, 1.5, 3)
    assert (found.limits.lines, found.limits.threads) == (0, 2)


def test_without_limits_it_is_a_second() -> None:
    found = read_line(b'{"id":"q","game":"mangala","limits":{"lines":2}}')
    assert isinstance(found, Query)
    assert (found.limits.seconds, found.limits.nodes) == (1.0, None)
    assert read_line(b'{"id":"t","action":"terminate","terminate_id":"q"}') == Action("t", "terminate", "q")


@pytest.mark.parametrize("limit", ["nodes", "seconds", "depth"])
def test_one_limit_is_enough(limit: str) -> None:
    found = read_line(json.dumps({"id": "q", "game": "mangala", "limits": {limit: 7}}).encode())
    assert isinstance(found, Query)
    limits = {"nodes": found.limits.nodes, "seconds": found.limits.seconds, "depth": found.limits.depth}
    assert limits == {"nodes": None, "seconds": None, "depth": None, limit: 7}


BOUNDS = [
    ("limits.nodes", 1, 10**12, 1),
    ("limits.seconds", 0.001, 86_400, 0.0005),
    ("limits.depth", 1, 1_000, 1),
    ("limits.lines", 0, 10_000, 1),
    ("limits.threads", 1, 64, 1),
    ("priority", -(10**9), 10**9, 1),
]


@pytest.mark.parametrize(("field", "least", "most", "step"), BOUNDS, ids=[field for field, *_ in BOUNDS])
def test_numbers_have_bounds(field: str, least: float, most: float, step: float) -> None:
    def query(number: object) -> dict[str, Any]:
        above, _, name = field.rpartition(".")
        return {"id": "q", "game": "mangala"} | ({above: {name: number}} if above else {name: number})

    for number in (least, most):
        assert isinstance(read_line(json.dumps(query(number)).encode()), Query)
    for wrong in (least - step, most + step, True, [least]):
        assert refusal(query(wrong)).field == field
    assert refusal(json.dumps(query(0)).replace("0", "1e999").encode()).field == field


def test_texts_and_lists_have_bounds() -> None:
    assert read_line(json.dumps({"id": "x" * 200, "action": "query_version"}).encode()).id == "x" * 200
    assert refusal({"id": "q", "game": "mangala", "moves": ["9"] * 10_000}).field == "moves[0]"
    assert refusal({"id": "q", "y" * 5_000: 1}).field == "y" * 100


BAD_LINES: list[tuple[bytes | dict[str, Any], str, str | None]] = [
    (b"", "BAD_JSON", None),
    (b"[1]", "BAD_JSON", None),
    (b"{", "BAD_JSON", None),
    (b'{"id":"q","priority":NaN}', "BAD_JSON", None),
    (b"[" * 100_000, "BAD_JSON", None),
    (b'{"id":"\xff"}', "NOT_UTF8", None),
    ({}, "BAD_ID", "id"),
    ({"id": 7}, "BAD_ID", "id"),
    ({"id": ""}, "BAD_ID", "id"),
    ({"id": "x" * 201}, "BAD_ID", "id"),
    ({"id": "q"}, "BAD_FIELD", "game"),
    ({"id": "q", "game": "mangla"}, "UNKNOWN_GAME", "game"),
    ({"id": "q", "game": "mangala:size=3"}, "UNKNOWN_FLAG", "game"),
    ({"id": "q", "game": "mangala", "position": 3}, "BAD_FIELD", "position"),
    ({"id": "q", "game": "mangala", "position": "x"}, None, "position"),  # type: ignore[list-item]
    ({"id": "q", "game": "mangala", "moves": "4"}, "BAD_FIELD", "moves"),
    ({"id": "q", "game": "mangala", "moves": [4]}, "BAD_FIELD", "moves"),
    ({"id": "q", "game": "mangala", "moves": ["1"] * 10_001}, "BAD_FIELD", "moves"),
    ({"id": "q", "game": "mangala", "moves": ["4", "9"]}, "BAD_MOVE", "moves[1]"),
    ({"id": "q", "game": "mosty:size=2", "moves": ["a1", "a1"]}, None, "moves[1]"),  # type: ignore[list-item]
    ({"id": "q", "game": "mosty:size=2", "moves": ["a1", "b2", "a3", "c1"]}, "OVER", "moves[3]"),
    ({"id": "q", "game": "mangala", "turns": []}, "BAD_FIELD", "turns"),
    ({"id": "q", "game": "mangala", "turns": [1]}, "BAD_FIELD", "turns"),
    ({"id": "q", "game": "mangala", "turns": [True]}, "BAD_FIELD", "turns"),
    ({"id": "q", "game": "mangala", "limits": 5}, "BAD_FIELD", "limits"),
    ({"id": "q", "game": "mangala", "limits": {"playouts": 5}}, "UNKNOWN_FIELD", "limits.playouts"),
    ({"id": "q", "game": "mangala", "limits": {"nodes": 0}}, "BAD_FIELD", "limits.nodes"),
    ({"id": "q", "game": "mangala", "limits": {"nodes": 1.5}}, "BAD_FIELD", "limits.nodes"),
    ({"id": "q", "game": "mangala", "limits": {"nodes": None}}, "BAD_FIELD", "limits.nodes"),
    ({"id": "q", "game": "mangala", "limits": {"seconds": -1}}, "BAD_FIELD", "limits.seconds"),
    ({"id": "q", "game": "mangala", "limits": {"seconds": "1"}}, "BAD_FIELD", "limits.seconds"),
    ({"id": "q", "game": "mangala", "limits": {"depth": 0}}, "BAD_FIELD", "limits.depth"),
    ({"id": "q", "game": "mangala", "limits": {"lines": -1}}, "BAD_FIELD", "limits.lines"),
    ({"id": "q", "game": "mangala", "limits": {"threads": 65}}, "BAD_FIELD", "limits.threads"),
    ({"id": "q", "game": "mangala", "priority": "high"}, "BAD_FIELD", "priority"),
    ({"id": "q", "game": "mangala", "limit": {}}, "UNKNOWN_FIELD", "limit"),
    ({"id": "q", "action": "sing"}, "UNKNOWN_ACTION", "action"),
    ({"id": "q", "action": 3}, "UNKNOWN_ACTION", "action"),
    ({"id": "q", "action": "terminate"}, "BAD_FIELD", "terminate_id"),
    ({"id": "q", "action": "terminate", "terminate_id": 3}, "BAD_FIELD", "terminate_id"),
    ({"id": "q", "action": "query_version", "game": "mangala"}, "UNKNOWN_FIELD", "game"),
]


@pytest.mark.parametrize(("line", "code", "field"), BAD_LINES, ids=[str(line)[:60] for line, _, _ in BAD_LINES])
def test_a_line_that_cannot_be_answered_names_the_field(
    line: bytes | dict[str, Any], code: str | None, field: str | None
) -> None:
    error = refusal(line)
    assert error.field == field
    assert code is None or error.code == code
    assert error.query_id == ("q" if isinstance(line, dict) and line.get("id") == "q" else None)
    assert json.loads(json.dumps(error.answer()))["error"]


# --- answering --------------------------------------------------------------------------------------------------------


def test_every_turn_gets_an_answer() -> None:
    found = ask({"id": "q", "game": "mangala", "moves": ["4", "6"], "turns": [0, 2, 1], "limits": {"nodes": 50}})
    assert [(answer["turn"], answer["to_move"]) for answer in found] == [(0, "a"), (2, "b"), (1, "a")]
    assert all(answer["best"] in "123456" for answer in found)


def test_before_a_throw_no_player_is_to_move() -> None:
    [found] = ask({"id": "q", "game": "chaupar", "limits": {"nodes": 50}})
    assert (found["turn"], found["to_move"], found["best"]) == (0, None, None)


def test_the_same_query_gets_the_same_answer() -> None:
    query = {"game": "mosty:size=3", "limits": {"nodes": 300, "lines": 3}}
    one, other = ask({"id": "q"} | query), ask({"id": "q"} | query)
    for answer in (*one, *other):
        del answer["seconds"]
    assert one == other


def test_a_game_that_is_over_has_an_outcome() -> None:
    found = ask(
        {"id": "q", "game": "mosty:size=2", "moves": ["a1", "b2", "a3"], "turns": [3, 2], "limits": {"nodes": 9}}
    )
    assert found[0]["outcome"] == {"scores": ["1", "0"], "reason": "joined"}
    assert (found[0]["best"], found[0]["exact"]) == (None, True)
    assert (found[1]["best"], found[1]["exact"], found[1]["values"]) == ("a3", True, [1, 0])
    [line] = found[1]["lines"]
    assert (line["move"], line["value"], line["exact"], line["line"]) == ("a3", 1, True, ["a3"])


def test_lines_have_the_value_of_the_search() -> None:
    [found] = ask({"id": "q", "game": "mangala", "moves": ["3"], "limits": {"nodes": 3_000, "lines": 6}})
    best = found["lines"][0]
    assert (best["move"], best["value"], best["exact"]) == (found["best"], found["values"][1], False)
    assert 1 < best["effort"] <= found["depth"] + 1  # the last iteration may be stopped after its best move
    assert found["values"] == [pytest.approx(1 - best["value"]), best["value"]]
    assert len({line["value"] for line in found["lines"]}) > 3


def test_blank_lines_are_left_out_and_long_ones_refused() -> None:
    found = ask(b"", b"   \n", b"x" * (LONGEST_LINE + 1))
    assert [answer["code"] for answer in found] == ["TOO_LONG"]


class Watched(RecordSearcher):
    """A searcher that says when a search begins."""

    begun = threading.Semaphore(0)

    def search(self, what: Any, limits: Any, stop: Any = None) -> Any:
        Watched.begun.release()
        return super().search(what, limits, stop)


def test_a_terminated_query_is_answered_with_the_result_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("charkoni.analysis.engine_service.RecordSearcher", Watched)
    client = Client()
    client.send({"id": "warm", "game": "mosty:size=5", "limits": {"nodes": 5}})
    client.wait("warm")
    client.send({"id": "long"} | LONG, {"id": "next"} | LONG)
    assert Watched.begun.acquire(timeout=LONGEST_WAIT) and Watched.begun.acquire(timeout=LONGEST_WAIT)
    assert client.of("long") == []
    client.send({"id": "t", "action": "terminate", "terminate_id": "next"})
    client.send({"id": "u", "action": "terminate", "terminate_id": "nobody"})
    client.send({"id": "v", "action": "terminate_all"})
    client.drained()
    assert client.of("t")[0]["terminated"] == ["next"]
    assert client.of("u")[0]["terminated"] == []
    assert client.of("v")[0]["terminated"] == ["long", "next"]
    [long], [after] = client.of("long"), client.of("next")
    assert long["stopped"]
    assert long["best"]
    assert after["stopped"]
    assert after["no_results"]


def test_an_id_in_use_is_refused_and_free_again_afterwards() -> None:
    client = Client()
    client.send({"id": "q"} | LONG, {"id": "q"} | LONG)
    client.send({"id": "t", "action": "terminate_all"})
    client.wait("q", 2)
    assert sorted(answer.get("code", "") for answer in client.of("q")) == ["", "ID_IN_USE"]
    client.send({"id": "q", "game": "mosty:size=3", "limits": {"nodes": 5}})
    assert len([answer for answer in client.drained() if answer["id"] == "q"]) == 3


class Slow(RecordSearcher):
    """A searcher that waits for a release before each search, and says so."""

    waits, gate = threading.Semaphore(0), threading.Semaphore(0)

    def search(self, what: Any, limits: Any, stop: Any = None) -> Any:
        Slow.waits.release()
        Slow.gate.acquire(timeout=20)
        return super().search(what, limits, stop)


def test_the_urgent_query_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("charkoni.analysis.engine_service.RecordSearcher", Slow)
    client = Client()
    query = {"game": "mosty:size=3", "limits": {"nodes": 5}}
    client.send({"id": "running"} | query)
    assert Slow.waits.acquire(timeout=LONGEST_WAIT)  # the others are queued
    client.send({"id": "low", "priority": -1} | query, {"id": "usual"} | query, {"id": "high", "priority": 5} | query)
    for _ in range(4):
        Slow.gate.release()
    assert [answer["id"] for answer in client.drained()] == ["running", "high", "usual", "low"]


def test_several_searches_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    together = threading.Barrier(3, timeout=LONGEST_WAIT)

    class Meeting(RecordSearcher):
        def search(self, what: Any, limits: Any, stop: Any = None) -> Any:
            together.wait()
            return super().search(what, limits, stop)

    monkeypatch.setattr("charkoni.analysis.engine_service.RecordSearcher", Meeting)
    client = Client(parallel=3)
    client.send(*({"id": str(i), "game": "mosty:size=3", "limits": {"nodes": 50}} for i in range(9)))
    found = client.drained()
    assert sorted(answer["id"] for answer in found) == [str(i) for i in range(9)]
    assert [answer.get("code") for answer in found] == [None] * 9


def test_a_fault_of_the_program_is_an_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any) -> None:
        raise RuntimeError("boom")

    monkeypatch.setattr(RecordSearcher, "search", broken)
    [answer] = ask({"id": "q", "game": "mangala"})
    assert (answer["id"], answer["code"]) == ("q", "INTERNAL")
    assert answer["error"].endswith("RuntimeError: boom")


def test_without_a_reader_all_searches_end_and_none_begins() -> None:
    tried = []

    def closed(text: str) -> None:
        tried.append(text)
        raise BrokenPipeError

    service = EngineService(closed)
    service.handle_line(json.dumps({"id": "q"} | LONG).encode())
    service.handle_line(b'{"id":"v","action":"query_version"}')
    service.handle_line(json.dumps({"id": "later"} | LONG).encode())
    draining = threading.Thread(target=service.drain, daemon=True)
    draining.start()
    draining.join(LONGEST_WAIT)
    assert not draining.is_alive()
    assert len(tried) == 1


# --- the document -----------------------------------------------------------------------------------------------------


def blocks() -> list[str]:
    """Return the fenced blocks that begin with a query."""
    parts = DOCUMENT.read_text(encoding="utf-8").split("```")[1::2]
    return [part.lstrip("\n") for part in parts if part.startswith("\n->")]


@pytest.mark.parametrize("block", blocks(), ids=lambda block: str(block[3:30]))
def test_the_document_is_right(block: str) -> None:
    client = Client()
    expected = []
    for line in block.splitlines():
        sign, _, content = line.partition(" ")
        if sign == "->":
            client.send(content.encode())
        else:
            expected.append(json.loads(content))
    client.drained()
    assert expected
    for answer in expected:
        found = client.of(answer["id"]) if answer["id"] else [one for one in client.answers if one["id"] is None]
        assert stripped(found[0]) == stripped(answer)


def stripped(answer: dict[str, Any]) -> dict[str, Any]:
    """Return an answer without the figures that depend on the search."""
    kept = {name: value for name, value in answer.items() if name not in ("nodes", "depth", "seconds", "version")}
    if not answer.get("outcome") and "values" in kept:
        kept["best"] = kept["best"] is not None
        kept["values"] = len(kept["values"])
        kept["lines"] = [sorted(line) for line in kept["lines"]]
    return kept


def test_a_broken_line_is_reported_by_its_number() -> None:
    with pytest.raises(BadQuery, match=r"line 1 column 8"):
        read_line(b'{"id":1\n')
