"""The page of an analysis: a record is searched, stored and reported; a search is stopped and resumed."""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest
from jinja2 import Environment, FileSystemLoader
from tests.web.conditions import wait_until
from tests.web.conftest import LocalServer, Visitor
from tests.web.pages.local_engine import LocalEngine, row_of

from charkoni.core.record import Record
from charkoni.core.translations import Words
from charkoni.web.http.site import TEMPLATE_OPTIONS, TEMPLATES
from charkoni.web.live.analysis_jobs import Analyses, Run
from charkoni.web.pages.analyses.pages import shown_report

RECORD = '[Game "mosty:size=2"]\n\nc1 c3 a1 b2 a3\n'


@pytest.fixture
def engine(local_server: LocalServer, monkeypatch: pytest.MonkeyPatch) -> Iterator[LocalEngine]:
    here = LocalEngine()
    monkeypatch.setattr(local_server.hub, "engine", here)
    yield here
    here.go_on.set()


def paste(visitor: Visitor, text: str) -> Any:
    return visitor.post("/analysis", page="/analysis", record=text)


def finished(visitor: Visitor, address: str) -> dict[str, Any]:
    for _ in range(600):
        found: dict[str, Any] = visitor.get(f"{address}.json").json()
        if not found["running"]:
            return dict(visitor.get(f"{address}.json?part=report").json())
    raise AssertionError(found)


def test_a_record_is_analysed_once_and_kept(local_server: LocalServer, engine: LocalEngine) -> None:
    visitor = local_server.visitor()
    address = paste(visitor, RECORD).headers["location"]
    found = finished(visitor, address)
    assert found["complete"] and found["done"] == found["plies"] == 6
    assert engine.searched == [0, 1, 2, 3, 4, 5]
    assert [move["move"] for move in found["data"]["moves"]] == ["c1", "c3", "a1", "b2", "a3"]
    page = visitor.get(address).text
    assert "Accuracy" in page and 'data-ply="5"' in page and "<noscript>" in page
    assert paste(visitor, RECORD).headers["location"] == address
    assert finished(visitor, address)["complete"] and len(engine.searched) == 6
    anew = Analyses(local_server.hub)  # as after a restart: nothing in memory
    run = local_server.run(anew.find, address.rsplit("/", 1)[1])
    assert run.is_done and run.record.moves == ("c1", "c3", "a1", "b2", "a3")


def test_a_move_that_gives_away_much_is_a_blunder_with_better_lines(
    local_server: LocalServer, engine: LocalEngine
) -> None:
    visitor, engine.firsts = local_server.visitor(), {0: 0.9, 1: 0.2, 2: 0.2, 3: 0.2, 4: 0.2, 5: 0.2}
    address = paste(visitor, '[Game "mosty:size=2"]\n[A "z"]\n\nc1 c3 a1 b2 a3\n').headers["location"]
    moves = finished(visitor, address)["data"]["moves"]
    graded = [move for move in moves if move.get("grade")]
    assert [move["ply"] for move in graded] == [1] and graded[0]["turned"]
    assert (graded[0]["grade"], graded[0]["named"], graded[0]["kind"]) == ("??", "blunder", "blunder")
    assert [line["from"] for line in graded[0]["lines"]] == [0, 1]
    assert graded[0]["notes"][0].startswith("Better was a1. ") and "threatened a1" in graded[0]["notes"][1]
    assert graded[0]["counts"] == [{"name": "bridges still needed", "amounts": ["2", "1"], "for": "Speaks for Blue"}]
    assert "What mattered" in visitor.get(address).text


def test_it_stops_and_goes_on_where_it_was(local_server: LocalServer, engine: LocalEngine) -> None:
    visitor, engine.waits_at = local_server.visitor(), 2
    address = paste(visitor, '[Game "mosty:size=2"]\n[A "x"]\n\nc1 c3 a1 b2 a3\n').headers["location"]
    wait_until(lambda: 2 in engine.searched)
    visitor.post(address, page=address, action="stop")
    engine.waits_at = None
    local_server.run(_set, engine.go_on)
    found = visitor.get(f"{address}.json").json()
    assert not found["running"] and not found["complete"] and found["done"] == 2
    assert "stopped" in found["status"]
    visitor.post(address, page=address, action="start")
    assert finished(visitor, address)["complete"]
    assert engine.searched.count(0) == engine.searched.count(1) == 1


async def _set(event: asyncio.Event) -> None:
    event.set()


def test_a_computer_that_fails_stops_it_with_what_is_done(local_server: LocalServer, engine: LocalEngine) -> None:
    visitor, engine.fails_at = local_server.visitor(), 1
    address = paste(visitor, '[Game "mosty:size=2"]\n[A "y"]\n\na1 b2\n').headers["location"]
    found = finished(visitor, address)
    assert found["done"] == 1 and "did not answer" in found["status"] and engine.searched == [0, 1, 1]
    engine.fails_at = None
    visitor.post(address, page=address, action="start")
    assert finished(visitor, address)["complete"]


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("", ""),
        ('[Game "mosty:size=2"]\n', "nothing to analyse"),
        ('[Game "chess"]\n\ne4\n', "chess"),
        ('[Game "mosty:size=2"]\n\na1 a1\n', "a1"),
        ('{"game": 1}', ""),
        ("<svg onload=alert(1)>", ""),
    ],
)
def test_bad_records_are_refused_with_the_reason(
    local_server: LocalServer, engine: LocalEngine, text: str, part: str
) -> None:
    answer = paste(local_server.visitor(), text)
    assert answer.status_code == 400 and 'role="alert"' in answer.text and part in answer.text
    assert "<svg onload" not in answer.text and not engine.searched


def test_only_games_that_are_over_are_analysed(local_server: LocalServer, engine: LocalEngine) -> None:
    visitor = local_server.visitor()
    g = visitor.new_game("mosty", flag_size="2", opponent="here")
    assert visitor.post("/analysis", game=g).status_code == 400
    assert visitor.post("/analysis", game="nowhere").status_code == 404
    for v, move in enumerate(("c1", "c3", "a1")):
        assert visitor.post(f"/g/{g}/text", action="move", v=str(v), m=move).status_code == 303
    assert visitor.post(f"/g/{g}/text", action="resign", v="3").status_code == 303
    assert "Analyse" in visitor.get("/analysis").text
    address = visitor.post("/analysis", game=g).headers["location"]
    assert finished(visitor, address)["plies"] == 4


def test_unknown_analyses_are_not_found(local_server: LocalServer, engine: LocalEngine) -> None:
    assert local_server.visitor().get("/analysis/0123456789abcdef").status_code == 404
    assert local_server.visitor().get("/analysis/..%2f..%2fx.json").status_code == 404


def test_graphs_have_an_area_for_two_sides_and_lines_for_more() -> None:
    graphs = (
        Environment(loader=FileSystemLoader(TEMPLATES), **TEMPLATE_OPTIONS).get_template("parts/graphs.html").module
    )
    two = graphs.chance_graph([("red", [0.5, 0.75], "A"), ("blue", [0.5, 0.25], "B")], 4, "a <b>")
    assert 'points="0,100 0,50 1,25 1,100"' in two and "a &lt;b&gt;" in two and 'viewBox="0 0 4 100"' in two
    three = graphs.chance_graph([("red", [0.5], "A"), ("blue", [0.3], "B"), ("green", [0.2], "C")], 1, "c")
    assert three.count("<polyline") == 3 and "dash-2" in three
    assert "<polygon" not in graphs.chance_graph([("red", [], "A"), ("blue", [], "B")], 4, "d")


@pytest.mark.parametrize("lang", ["ru", "en", "tr"])
def test_reports_are_written_in_every_language(lang: str) -> None:
    record = Record.parse(RECORD)
    rows = [row_of(record.game.name, str(record.start), record.moves[:ply]) for ply in range(3)]
    found = shown_report(Run("k", record, rows), Words(lang))
    assert len(found["moves"]) == 5 and found["moves"][0]["value"] and "value" not in found["moves"][3]
    assert [len(shares) for _, shares, _ in found["graph"]["sides"]] == [3, 3] and found["graph"]["plies"] == 5
