"""The pages of studies and puzzles: proved values are marked, others are estimates; one move solves a puzzle."""

import asyncio
import json
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.requests import ClientDisconnect
from tests.web.conftest import LocalServer
from tests.web.pages.local_engine import LocalEngine

from charkoni import solve
from charkoni.analysis.position_values import position_report
from charkoni.core.registry import named
from charkoni.core.translations import Words
from charkoni.graphics.scene import BoardView
from charkoni.web.engine import tasks
from charkoni.web.http.quotas import Quotas, User
from charkoni.web.pages.study import PositionValues

WORDS = Words("en")


@pytest.fixture
def engine(local_server: LocalServer, monkeypatch: pytest.MonkeyPatch) -> Iterator[LocalEngine]:
    here = LocalEngine()
    monkeypatch.setattr(local_server.hub, "engine", here)
    yield here


class Visit:
    """A request whose visitor leaves when the test says so."""

    def __init__(self) -> None:
        self.leaves = asyncio.Event()
        self.was_read = False

    async def receive(self) -> dict[str, Any]:
        if not self.was_read:
            self.was_read = True
            return {"type": "http.request", "body": b"", "more_body": False}
        await self.leaves.wait()
        return {"type": "http.disconnect"}


def test_a_search_for_a_study_ends_when_the_last_who_has_asked_leaves() -> None:
    searches: list[Callable[[], bool]] = []
    may_answer = asyncio.Event()

    async def find(*request: Any, **options: Any) -> Any:
        is_wanted: Callable[[], bool] = request[5]
        searches.append(is_wanted)
        while is_wanted() and not may_answer.is_set():
            await asyncio.sleep(0.001)
        return {"proved": None} if is_wanted() else None

    async def story() -> None:
        hub: Any = SimpleNamespace(engine=SimpleNamespace(is_on=True, find=find), quotas=Quotas())
        values, position = PositionValues(hub), named("mangala").start()
        visits: list[Any] = [Visit() for _ in range(3)]
        one, two = (asyncio.create_task(values.find(position, User("a"), visit)) for visit in visits[:2])
        await asyncio.sleep(0.01)
        visits[0].leaves.set()
        with pytest.raises(ClientDisconnect):
            await one
        assert len(searches) == 1 and searches[0](), "the other still waits"
        visits[1].leaves.set()
        with pytest.raises(ClientDisconnect):
            await two
        assert not searches[0]()
        three = asyncio.create_task(values.find(position, User("a"), visits[2]))
        await asyncio.sleep(0.01)
        may_answer.set()
        assert await three == {"proved": None}, "a search that was given up is no answer for the next"

    asyncio.run(asyncio.wait_for(story(), 10))


def studied(name: str, text: str = "") -> dict[str, Any]:
    game = named(name)
    position = game.parse(text) if text else game.start()
    found = tasks.run("study", game, str(position), (), {"nodes": 200})
    return position_report(position, json.loads(json.dumps(found)), WORDS)


def test_proved_moves_are_marked_as_proved() -> None:
    found = studied("mosty:size=2")
    assert found["proved"] and "Proved" in found["verdict"]
    by_move = {row["move"]: row for row in found["moves"]}
    for move, value in solve.explore(named("mosty:size=2").start()).items():
        assert value is not None
        assert by_move[move]["worth"] == ("wins" if value.points[0] == 1 else "loses")
        assert by_move[move]["best"] is (value.points[0] == 1) and by_move[move]["proved"]
    assert found["moves"][0]["best"]


def test_unproved_values_are_marked_as_estimates() -> None:
    found = studied("mangala", "5,3,4,4,4,4:0/4,4,4,4,4,4:0 a")
    assert not found["proved"] and "Estimate" in found["verdict"]
    assert all(not row["proved"] and row["worth"].startswith("about ") for row in found["moves"])
    assert sum(row["best"] for row in found["moves"]) >= 1
    assert studied("mangala")["counts"] == []  # at the start nobody has more of anything


def test_an_end_and_a_throw_can_be_studied() -> None:
    game = named("mosty:size=2")
    position = game.start()
    for move in ("c1", "b2", "c3"):
        position = position.play(move)
    while position.outcome is None:
        position = position.play(position.moves[0])
    found = position_report(position, tasks.run("study", game, str(position), (), {"nodes": 50}), WORDS)
    assert found["moves"] == [] and found["overlays"] == [] and found["verdict"]


def test_overlays_are_two_trees_without_a_common_bridge_or_the_moves_that_win() -> None:
    start = named("mosty:size=4").start()
    (only,) = solve.overlays(start)
    assert only.zones == tuple(move for move, value in solve.explore(start).items() if value and value.points[0] == 1)
    after = start.play(only.zones[0])
    one, other = solve.overlays(after)
    zones = [{zone for zone, _, _ in each.strokes} for each in (one, other)]
    assert zones[0] and zones[1] and not zones[0] & zones[1] and (zones[0] | zones[1]) <= set(after.moves)
    spots = BoardView(named("mosty:size=4")).layout.spots
    assert all(each in spots for overlay in (one, other) for stroke in overlay.strokes for each in stroke)
    assert solve.overlays(named("mangala").start()) == ()


def test_strokes_lie_as_the_bridge_itself_would() -> None:
    game = named("mosty:size=3")
    position = game.start().play(solve.overlays(game.start())[0].zones[0])
    view = BoardView(game)
    spots = view.layout.spots
    for overlay in solve.overlays(position):
        for zone, start, end in overlay.strokes:
            after = position.play(next(move for move in position.moves if move != zone)).play(zone)
            (piece,) = [piece for piece in view.pieces(after) if piece.slot.zone == zone]
            is_upright = abs(spots[start].y - spots[end].y) > abs(spots[start].x - spots[end].x)
            assert ("bridge-a1" in piece.symbol) is is_upright


def test_the_page_and_its_values(local_server: LocalServer, engine: LocalEngine) -> None:
    visitor = local_server.visitor()
    page = visitor.get("/study/mosty:size=2?moves=c1").text
    assert "<noscript>" in page and "/study/mosty:size=2?position=" in page and 'data-walk="best"' in page
    found = visitor.get("/study.json?game=mosty:size=2&moves=c1").json()
    assert found["proved"] and found["overlays"][0]["label"]
    plain = visitor.get("/study/mosty:size=2?moves=c1&values=1").text
    assert "<td>loses</td>" in plain and len(engine.searched) == 1
    assert "Study" in visitor.get("/study").text


def test_bad_positions_and_moves_are_refused(local_server: LocalServer, engine: LocalEngine) -> None:
    visitor = local_server.visitor()
    answer = visitor.get("/study/mosty:size=2?position=<svg onload=1>")
    assert answer.status_code == 400 and "<svg onload" not in answer.text and 'role="alert"' in answer.text
    assert visitor.get("/study/mosty:size=2?moves=z9").status_code == 400
    assert visitor.get("/study.json?game=mosty:size=2&moves=c1%20c1").status_code == 409
    assert visitor.get("/study/chess").status_code == 404
    engine.is_on = False
    assert visitor.get("/study.json?game=mosty:size=2").json()["code"] == "NO_COMPUTER"


def test_a_bad_record_is_refused_with_its_place_and_kept_in_the_form(local_server: LocalServer) -> None:
    visitor = local_server.visitor()
    answer = visitor.post("/study", page="/study", record='[Game "mosty:size=2"]\n\nb2 (b2 b2) c1')
    assert answer.status_code == 400
    assert "aria-invalid" in answer.text and "b2 (b2 b2) c1" in answer.text
    whole = visitor.post("/study", page="/study", record='[Game "mosty:size=2"]\n\nb2 (c1) c1?')
    assert whole.status_code == 200 and '"variations": [{"plies": [{"move": "c1"}]}]' in whole.text
