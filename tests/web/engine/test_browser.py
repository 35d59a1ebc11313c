"""What a page gets for a search of its own: the files of a module, and requests with the texts of the moves."""

import base64
import gzip
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from tests.web.browser_modules import CODE, build_modules
from tests.web.conftest import LocalServer, Visitor

from charkoni.cli.terminal.computers import Computers
from charkoni.core.record import Record
from charkoni.core.registry import games, named
from charkoni.games.opponents import ADVICE_NODES, player_of
from charkoni.players.levels import LevelPlayer, parameters
from charkoni.players.opening_book import book_move
from charkoni.search import Limits, full_width_engine
from charkoni.web.engine.browser import BrowserEngines
from charkoni.web.engine.worker import ChosenMove, answer_request


@pytest.fixture
def visitor(local_server: LocalServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Visitor]:
    """A visitor of a server with a module of one game."""
    build_modules(local_server.hub, tmp_path, monkeypatch, "mangala")
    yield local_server.visitor()


def address(visitor: Visitor, game: str = "mangala") -> str:
    page: str = visitor.get(f"/study/{game}").text
    return page.partition('"engine": "')[2].partition('"')[0]


def test_files_of_a_module_are_kept_for_ever_and_compressed(visitor: Visitor) -> None:
    manifest = address(visitor)
    assert manifest.startswith("/engine/") and manifest.endswith("/mangala-ab.json")
    answer = visitor.get(manifest)
    assert answer.json() == {"format": 1, "size": len(CODE)}
    assert "immutable" in answer.headers["cache-control"]
    code = visitor.get(manifest.replace("json", "wasm"))
    assert (code.content, code.headers["content-type"]) == (CODE, "application/wasm")
    assert code.headers["content-encoding"] == "gzip" and int(code.headers["content-length"]) < 200
    driver = visitor.get(manifest.replace("mangala-ab.json", "engine.js"))
    assert "export class Engine" in driver.text and "@typedef" not in driver.text


def test_an_old_address_and_one_of_no_module_are_not_found(visitor: Visitor) -> None:
    digest = address(visitor).split("/")[2]
    for path in ("/engine/0123456789ab/mangala-ab.json", f"/engine/{digest}/mosty-ab.wasm", f"/engine/{digest}/..%2fx"):
        assert visitor.get(path).status_code == 404


def test_another_process_finds_the_files_of_an_address_that_it_has_not_given(
    visitor: Visitor, local_server: LocalServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    manifest = address(visitor)
    monkeypatch.setattr(local_server.hub, "browser_engines", BrowserEngines())
    assert visitor.get(manifest.replace("json", "wasm")).content == CODE


def test_without_a_module_a_page_has_no_search(visitor: Visitor) -> None:
    assert address(visitor, "mosty") == ""
    assert 'id="evaluation"' not in visitor.get("/study/mosty").text
    assert 'id="evaluation"' in visitor.get("/study/mangala").text


def test_browsers_may_compile_modules_and_no_other_code(visitor: Visitor) -> None:
    policy = visitor.get("/study/mangala").headers["content-security-policy"]
    assert "script-src 'self' 'wasm-unsafe-eval';" in policy and "'unsafe-eval'" not in policy


def test_a_position_comes_with_its_request_and_the_texts_of_its_moves(visitor: Visitor) -> None:
    query = f"game=mangala&moves={quote('4 1')}"
    assert "search" not in visitor.get(f"/explore.json?{query}").json()
    asked = visitor.get(f"/explore.json?{query}&engine=x").json()["search"]
    record = Record(named("mangala"))
    for move in ("4", "1"):
        record.play(move)
    engine = full_width_engine(record.game)
    expected = engine.request(record.position, record.positions[:-1], Limits(depth=1000, lines=3)).to_bytes()
    assert base64.b64decode(asked["request"]) == expected
    assert asked["moves"] == {str(code): record.game.move(code) for code in record.position.codes}
    assert asked["player"] == record.turn


def test_the_path_to_a_position_is_in_its_request(visitor: Visitor) -> None:
    start = named("gana").start()
    move = start.moves[0]
    path = [start, start.play(move)]
    asked = visitor.get(f"/explore.json?game=gana&moves={quote(move)}&engine=x").json()["search"]
    engine = full_width_engine(start.game)
    expected = engine.request(path[1], path[:1], Limits(depth=1000, lines=3)).to_bytes()
    assert base64.b64decode(asked["request"]) == expected != engine.request(path[1], (), Limits(depth=1000)).to_bytes()


def test_nothing_is_asked_where_the_game_is_over_and_no_moves_where_a_throw_is_due() -> None:
    engines, over = BrowserEngines(), named("mosty:size=3").start()
    while over.moves:
        over = over.play(over.moves[0])
    assert engines.question(over, ()) is None
    due = engines.question(named("chaupar").start(), ())
    assert due is not None and (due["moves"], due["player"]) == ({}, 0)


def test_texts_of_moves_by_their_codes(visitor: Visitor) -> None:
    mosty = named("mosty").start()
    some = mosty.codes[:3]
    answer = visitor.get(f"/moves.json?game=mosty&codes={'+'.join(map(str, some))}")
    assert answer.json() == {str(code): move for code, move in zip(some, mosty.moves[:3], strict=True)}
    for codes in ("-1", "x", "99999", "1+" * 101 + "1", "٣"):
        assert visitor.get(f"/moves.json?game=mosty&codes={codes}").status_code == 400, codes
    assert visitor.get("/moves.json?game=nothing&codes=1").status_code == 404


@pytest.mark.parametrize("style", ["", "cautious"])
def test_a_level_asks_a_page_what_it_would_search_itself(style: str) -> None:
    record = Record(named("mangala"))
    record.play("4")
    asked: Any = BrowserEngines().of_level(record, 8, style, 77)
    player = LevelPlayer(8, 77, style or "balanced")
    assert base64.b64decode(str(asked["request"])) == player.request(record).to_bytes()
    assert asked["moves"] == {code: record.game.move(code) for code in record.position.codes}


def test_habits_are_not_looked_up_for_a_page() -> None:
    record = Record(named("mosty"))
    question: Any = BrowserEngines().of_level(record, 9, "", 77)
    asked = base64.b64decode(question["request"])
    player = LevelPlayer(9, 77)
    assert asked == player.request(record, asks_habits=False).to_bytes() != player.request(record).to_bytes()


@pytest.mark.parametrize("name", games())
@pytest.mark.parametrize("level", [8, 9, 10])
def test_a_level_opens_alike_in_the_terminal_at_the_server_and_on_a_device(name: str, level: int) -> None:
    """The book is looked into everywhere, or nowhere: by levels with errors, and where habits let games differ."""
    record, game = Record(named(name)), named(name)
    while record.turn < 0:
        record.play(record.position.moves[0])
    varies = parameters(game, level).noise > 0 or game.family.has("habits")
    for seed in range(4):
        book = None if varies else book_move(record, seed)
        asked = BrowserEngines().of_level(record, level, "", seed)
        assert isinstance(asked, str) == bool(book)
        if book:
            at_table = answer_request({}, name, "", record.moves, player_of(level), seed)
            assert (asked, Computers().choose(record, player_of(level), seed), at_table) == (
                book,
                book,
                ChosenMove(book, 1 / len(set(game.sides))),
            )


def test_only_levels_that_search_are_for_pages(visitor: Visitor, local_server: LocalServer) -> None:
    engines = local_server.hub.browser_engines
    assert [level for level in range(1, 12) if engines.searches(named("mangala"), level)] == [4, 5, 6, 7, 8, 9, 10]
    assert not any(engines.searches(named("mosty"), level) for level in range(1, 12)), "it has no module"


def test_a_study_asks_for_proofs_alone(visitor: Visitor, local_server: LocalServer, monkeypatch: Any) -> None:
    nodes = []

    class Engine:
        is_on = True

        async def find(self, *request: Any, **options: Any) -> Any:
            nodes.append(options["nodes"])
            return {"proved": None, "values": None, "moves": {}, "best": [], "overlays": [], "features": []}

    monkeypatch.setattr(local_server.hub, "engine", Engine())
    answer = visitor.get("/study.json?game=mosty&part=proved").json()
    assert (answer["verdict"], answer["moves"]) == ("Nothing is proved of this position.", [])
    visitor.get("/study.json?game=mosty")
    assert nodes == [0, ADVICE_NODES]


def test_compressed_files_are_those_of_the_folder(visitor: Visitor, local_server: LocalServer) -> None:
    address(visitor)
    files = local_server.hub.browser_engines.files
    assert [gzip.decompress(content) for path, content in files.items() if path.endswith(".wasm")] == [CODE]
