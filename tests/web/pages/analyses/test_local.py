"""Analyses that the visitor's device has searched: shown to it alone, checked, never stored."""

import base64
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.web.browser_modules import build_modules
from tests.web.conditions import wait_until
from tests.web.conftest import LocalServer, Visitor
from tests.web.pages.analyses import test_ending
from tests.web.pages.local_engine import LocalEngine

from charkoni.core.record import Record
from charkoni.core.registry import named
from charkoni.games.opponents import ADVICE_NODES
from charkoni.search import Limits, full_width_engine
from charkoni.web.engine.browser import BrowserEngines
from charkoni.web.http.errors import Problem
from charkoni.web.live.analysis_jobs import Analyses, Run
from charkoni.web.pages.analyses.local import MOST_AT_ONCE, local_run, questions

MOVES = ("a1", "c3", "c1", "b2")
"""Of a game that no other file has had analysed: the server keeps what it knows of a game."""


def ended(local_server: LocalServer, plies: int) -> tuple[Visitor, str]:
    return test_ending.ended(local_server, plies, moves=MOVES)


@pytest.fixture
def engine(local_server: LocalServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[LocalEngine]:
    build_modules(local_server.hub, tmp_path, monkeypatch, "mosty")
    here = LocalEngine()
    monkeypatch.setattr(local_server.hub, "engine", here)
    yield here
    app: Any = local_server.client.app
    runs = app.state.analyses
    wait_until(lambda: not runs._puzzles and not any(run.is_worked_on for run in runs._runs.values()))


def played(*moves: str, game: str = "mosty:size=2") -> Record:
    record = Record(named(game))
    for move in moves:
        record.play(move)
    return record


def found(record: Record, *, share: float = 0.25, places: int | None = None) -> dict[str, Any]:
    """Return what a device might find: the first legal move everywhere, with the same points."""
    rows: list[Any] = []
    for position in record.positions[: len(record) + 1 if places is None else places]:
        lines = [[share, list(position.codes[:1])]] if position.codes else []
        rows.append([500, lines])
    return {"outline": [], "rows": rows}


def test_positions_of_a_record_are_asked_with_the_budget_of_an_analysis() -> None:
    engines, record = BrowserEngines(), Record(named("mosty:size=3"))
    while not record.outcome:
        record.play(record.position.moves[0])
    asked = questions(engines, record, 1)
    requests: Any = asked["requests"]
    assert asked["plies"] == len(record) and len(requests) == min(len(record), MOST_AT_ONCE)
    assert requests[-1] == "" and all(requests[:-1])
    limits = Limits(nodes=ADVICE_NODES, lines=3)
    expected = full_width_engine(record.game).request(record.positions[1], record.positions[:1], limits).to_bytes()
    assert base64.b64decode(requests[0]) == expected
    assert questions(engines, played("c1"), 1)["requests"] != [""], "a game that was given up goes on on the board"


def test_rows_have_the_points_of_all_players_and_the_texts_of_the_moves() -> None:
    record = played(*MOVES)
    run = local_run(Run("key", record), json.dumps(found(record)))
    assert run.is_done and not run.is_running
    first, second = run.rows[:2]
    assert (first["values"], second["values"]) == ([0.25, 0.75], [0.75, 0.25])
    assert first["best"] == record.positions[0].moves[0]
    assert first["lines"] == [{"move": first["best"], "value": 0.25, "line": [first["best"]], "exact": False}]
    assert [row["ply"] for row in run.rows] == list(range(len(record) + 1))
    part = local_run(Run("key", record), json.dumps(found(record, places=2)))
    assert part.is_running and len(part.rows) == 2


def test_nothing_a_page_says_is_proved_and_the_end_of_a_game_is_the_servers_word() -> None:
    record = Record(named("mosty:size=2"))
    while not record.outcome:
        record.play(record.position.moves[0])
    given = found(record, share=1.0)
    given["rows"][-1] = [1, [[0.0, [1]]]]
    rows = local_run(Run("key", record), json.dumps(given)).rows
    assert not any(row["exact"] for row in rows[:-1])
    assert rows[-1]["exact"] and rows[-1]["values"] == [float(points) for points in record.outcome.scores]


@pytest.mark.parametrize("codes", [[], [1048575]], ids=["none", "of a module: a code that is no move"])
def test_a_throw_has_a_value_and_no_move(codes: list[int]) -> None:
    record = Record(named("chaupar"))
    row = local_run(Run("key", record), f'{{"outline": [], "rows": [[5, [[0.5, {codes}]]]]}}').rows[0]
    assert (row["best"], row["lines"], row["values"][0]) == (None, [], 0.5)


@pytest.mark.parametrize(
    "rows",
    [
        "[[5, [[1.5, [0]]]]]",
        "[[5, [[NaN, [0]]]]]",
        "[[-5, [[0.5, [0]]]]]",
        "[[5, [[0.5, [-1]]]]]",
        "[[5, [[0.5, [99999999]]]]]",
        "[[5, [[0.5, []]]]]",
        "[[5, []]]",
        "[[5, [[0.5, [0]], [0.5, [0]], [0.5, [0]], [0.5, [0]]]]]",
        "[[5, [[0.5, [0, 99999999]]]]]",
        "7",
    ],
)
def test_what_cannot_be_is_refused(rows: str) -> None:
    record = played("c1")
    code = record.positions[0].codes[0]
    text = f'{{"outline": [], "rows": {rows.replace("[0", f"[{code}")}}}'
    with pytest.raises(Problem) as refused:
        local_run(Run("key", record), text)
    assert refused.value.code == "BAD_MESSAGE"


@pytest.mark.parametrize("given", ["", "{", '{"rows": []}'])
def test_what_cannot_be_read_is_refused(given: str) -> None:
    with pytest.raises(Problem):
        local_run(Run("key", played("c1")), given)


def test_more_rows_than_positions_and_half_an_outline_are_refused() -> None:
    record = played("c1")
    row = found(record)["rows"][0]
    for outline, rows in (([], [row] * 3), ([row], [])):
        with pytest.raises(Problem):
            local_run(Run("key", record), json.dumps({"outline": outline, "rows": rows}))


def test_the_curve_of_all_positions_comes_before_their_rows() -> None:
    record = played(*MOVES)
    whole = found(record)["rows"]
    run = local_run(Run("key", record), json.dumps({"outline": whole, "rows": whole[:1]}))
    assert len(run.outline) == len(record) + 1 and run.outline[1]["values"] == [0.75, 0.25]


def test_the_end_of_a_game_is_analysed_on_the_device(
    local_server: LocalServer, engine: LocalEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzles: list[int] = []
    monkeypatch.setattr(Analyses, "find_puzzle", lambda analyses, run, rows, user: puzzles.append(len(rows)))
    player, g = ended(local_server, len(MOVES))
    begun = player.post(f"/g/{g}/ending.json", here="1").json()
    assert begun["here"] is True and "<h2" in begun["card"]
    asked = player.get(f"/g/{g}/ending.json?part=0").json()
    assert asked["plies"] == len(MOVES) and asked["engine"].endswith("mosty-ab.json")
    record = played(*MOVES)
    shown = player.post(f"/g/{g}/ending.json", found=json.dumps(found(record))).json()
    assert 'class="edge"' in shown["chances"] and "accuracy" in shown["chances"] and "progress" not in shown["chances"]
    assert [move["move"] for move in shown["moves"]] == list(MOVES)
    assert engine.searched == [] and puzzles == [len(MOVES) + 1], "the server is asked for a puzzle only"
    other = local_server.visitor().post(f"/g/{g}/ending.json", watching="1").json()
    assert "accuracy" not in other["chances"], "what one device has found nobody else is shown"


def test_a_device_that_cannot_search_has_the_servers_analysis(local_server: LocalServer, engine: LocalEngine) -> None:
    player, g = ended(local_server, len(MOVES))
    assert "here" not in player.post(f"/g/{g}/ending.json", here="").json()
    wait_until(lambda: bool(engine.searched))


def test_a_watcher_begins_no_analysis_on_his_device(local_server: LocalServer, engine: LocalEngine) -> None:
    _, g = ended(local_server, len(MOVES))
    seen = local_server.visitor().post(f"/g/{g}/ending.json", here="1", watching="1").json()
    assert "here" not in seen and not engine.searched


def begun(local_server: LocalServer, *moves: str) -> tuple[Visitor, str]:
    """Begin the analysis of a record; return the visitor and its address."""
    visitor = local_server.visitor()
    answer = visitor.post("/analysis", record='[Game "mosty:size=2"]\n\n' + " ".join(moves or MOVES) + "\n")
    return visitor, answer.headers["location"]


def test_an_analysis_waits_for_the_device_and_the_server_searches_when_it_is_asked(
    local_server: LocalServer, engine: LocalEngine
) -> None:
    visitor, address = begun(local_server)
    assert not engine.searched
    page = visitor.get(address).text
    assert '"running": false' in page and '"engine": "/engine/' in page
    shown = visitor.post(f"{address}.json", found=json.dumps(found(played(*MOVES), share=0.75))).json()
    assert shown["complete"] and "data-ply" in shown["html"] and len(shown["data"]["moves"]) == len(MOVES)
    assert "moment" in shown["moments"]
    assert visitor.get(f"{address}.json").json()["done"] == 0, "nothing of it is stored"
    visitor.post(address, action="start")
    wait_until(lambda: bool(engine.searched))


def test_bad_findings_are_refused_by_the_pages(local_server: LocalServer, engine: LocalEngine) -> None:
    visitor, address = begun(local_server)
    assert visitor.post(f"{address}.json", found="{}").status_code == 400
    assert visitor.post("/analysis/0123456789abcdef0123.json", found="{}").status_code == 404


def test_without_a_module_the_server_searches_at_once(
    local_server: LocalServer, engine: LocalEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(BrowserEngines, "address", lambda engines, game: "")
    begun(local_server, "c1", "a1")
    wait_until(lambda: bool(engine.searched))
