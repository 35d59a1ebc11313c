"""The flows in docs/architecture.md, executed: the functions they name are called, in their order."""

import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import zip_longest
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from fastapi.testclient import TestClient
from tests.cli.conftest import Cli
from tests.docs.names import resolved
from tests.docs.recorder import Recorder, code_of, make_workers_threads
from tests.web.conftest import LocalServer, ManualClock, Socket, settings_in
from tests.web.tournaments.people import SIX, Arbiter, begin

from charkoni.core.compiler import compiled
from charkoni.core.record import Record
from charkoni.core.registry import named
from charkoni.players import player
from charkoni.solve.registry import solver_of
from charkoni.web.app import create_app

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "charkoni"
PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
STEP = re.compile(r"^(\d+)\. `([\w./]+?)(?::(\w+))?`(?: \*\((\w+)\)\*)?")
PLACES = ("", "compiled", "worker", "browser")


class Step(NamedTuple):
    """A step: its number, a dotted name or the path of a script, the function of that script, and where it runs."""

    number: int
    name: str
    function: str
    place: str


def flows() -> dict[str, list[Step]]:
    """Return the steps of each flow by its heading."""
    found: dict[str, list[Step]] = {}
    for part in PAGE.partition("\n## Four flows\n")[2].split("\n### ")[1:]:
        title, _, text = part.partition("\n")
        steps = [match for match in map(STEP.match, text.splitlines()) if match]
        found[title] = [Step(int(m[1]), m[2], m[3] or "", m[4] or "") for m in steps]
    return found


def recorder_of(title: str) -> Recorder:
    return Recorder({code_of(resolved(step.name)): step.name for step in flows()[title] if step.place != "browser"})


def demand_order(title: str, called: list[str]) -> None:
    """Demand that the functions were called first in the order of the document."""
    skipped = ("browser", "compiled") if compiled() else ("browser",)
    steps = [step for step in flows()[title] if step.place not in skipped]
    for step, found in zip_longest(steps, called):
        assert step and step.name == found, f"{title}: {found} is called at {step}"


def test_there_are_four_flows_with_numbered_steps() -> None:
    found = flows()
    assert len(found) == 4
    for title, steps in found.items():
        assert [step.number for step in steps] == list(range(1, len(steps) + 1)), title
        assert {step.place for step in steps} <= set(PLACES), title


@pytest.mark.parametrize("title", list(flows()))
def test_every_step_exists(title: str) -> None:
    for step in flows()[title]:
        if step.place == "browser":
            script = (SOURCE / step.name).read_text(encoding="utf-8")
            assert re.search(rf"^(?:export |async )*(?:function|) +#?{step.function}\(.*\{{$", script, re.M), step
        else:
            found = resolved(step.name)
            assert code_of(found), step
            assert not compiled() or hasattr(found, "py_func") == (step.place == "compiled"), step


def test_a_typed_move(cli: Cli, tmp_path: Path) -> None:
    with recorder_of("A typed move") as recorder:
        recorder.begin()
        played = cli("play", "mangala", "b=random", "--pace", 0, "--save", tmp_path / "g.charkoni", typed="1\nquit\n")
    assert played.code == 0, played.err
    assert Record.parse((tmp_path / "g.charkoni").read_text()).moves[0] == "1"
    demand_order("A typed move", recorder.called)


@contextmanager
def server(folder: Path) -> Iterator[LocalServer]:
    """A server with one worker; its threads begin after the recorder has been entered."""
    settings, clock = settings_in(folder).model_copy(update={"workers": 1, "idle_s": 60}), ManualClock()
    app = create_app(settings, clock)
    with TestClient(app, base_url="http://testserver") as client:
        yield LocalServer(client, app.state.hub, clock, settings)


@pytest.fixture
def threads(monkeypatch: pytest.MonkeyPatch) -> None:
    make_workers_threads(monkeypatch)


def wait_for(condition: Callable[[], Any]) -> None:
    until = time.monotonic() + 30
    while not condition():
        assert time.monotonic() < until
        time.sleep(0.01)


CLICK = "A click to both clients, and the computer's reply"


@pytest.mark.compiled_only
@pytest.mark.usefixtures("threads")
def test_a_click(tmp_path: Path) -> None:
    with recorder_of(CLICK) as recorder, server(tmp_path) as local_server:
        a, c = local_server.visitor(), local_server.visitor()
        g = a.new_game("barbakan:players=3", seat0="me", seat1="1", seat2="open")
        invite = local_server.run(local_server.hub.room, g).live.row.invite
        assert c.post(f"/i/{invite}").status_code == 303
        with a.socket() as wire, c.socket() as other:
            clients = Socket(wire), Socket(other)
            for client in clients:
                assert client.hello(g)["v"] == 0
            clients[0].hear("marks")  # the icons of the moves, and presence, come a moment later
            clients[1].hear("table")
            for client in clients:
                client.send(type="ping", t=0)
                client.hear("pong")
            recorder.begin()
            assert clients[0].ask("do", g=g, v=0, m="@o1")["type"] == "ack"
            for client in clients:
                assert client.hear("ply")["m"] == "@o1"
                assert client.hear("ply")["seat"] == 1
    demand_order(CLICK, recorder.called)


@pytest.fixture
def own_tablebases(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A folder of tablebases that is empty."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    vars(solver_of("barbakan")).pop("tablebases", None)
    yield
    vars(solver_of("barbakan")).pop("tablebases", None)


@pytest.mark.compiled_only
@pytest.mark.usefixtures("threads", "own_tablebases")
def test_a_proved_value(cli: Cli, tmp_path: Path) -> None:
    game = named("barbakan:board=mini3")
    position = game.parse("..a.../.b./a../... a 0:0")
    with recorder_of("A proved value") as recorder, server(tmp_path) as local_server:
        visitor = local_server.visitor()
        recorder.begin()
        assert cli("solve", "tablebase", game.name, "2,1").code == 0
        found = visitor.get(f"/study.json?game={game.name}&position={position}").json()
        move = player("best:100").choose(Record(game, position))
    assert found["proved"] and move in [row["move"] for row in found["moves"] if row["best"]]
    demand_order("A proved value", recorder.called)


@pytest.mark.compiled_only
@pytest.mark.usefixtures("threads")
def test_a_round_of_a_tournament(tmp_path: Path) -> None:
    with recorder_of("A round of a tournament") as recorder, server(tmp_path) as local_server:
        arbiter = begin(local_server, *SIX)
        arbiter.done("close-list", rounds="3")
        recorder.begin()
        arbiter.publish_next()
        wait_for(lambda: arbiter.event.cache.get("crosstable"))
        guest = Arbiter(local_server, local_server.visitor(), arbiter.id)
        assert "Boris" in guest.get("/round/1").text
        for board in (1, 2, 3):
            arbiter.done("result", round=1, board=board, result="1")
        arbiter.done("close", round=1)
        assert "Boris" in guest.get("/standings").text
        assert "Boris" in guest.get("/file/trf26").text
    demand_order("A round of a tournament", recorder.called)
