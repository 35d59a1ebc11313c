"""A room that two server processes share by PostgreSQL."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.web.classroom.conftest import School, texts_of
from tests.web.conditions import wait_until
from tests.web.conftest import LocalServer, ManualClock, Socket, Visitor, settings_in
from tests.web.postgres import Cluster

from charkoni.web.app import create_app
from charkoni.web.store.tables import METADATA

POLL_S = 30.0


@pytest.fixture
def schools(cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[School, LocalServer]]:
    """A school at one process, and another process."""
    monkeypatch.setattr("charkoni.web.classroom.pupil_pages.POLL_S", POLL_S)
    settings = settings_in(tmp_path).model_copy(update={"database": cluster.url})
    servers, clients = [], []
    for _ in range(2):
        clock = ManualClock()
        app = create_app(settings, clock)
        client = TestClient(app, base_url="http://testserver")
        client.__enter__()
        clients.append(client)
        servers.append(LocalServer(client, app.state.hub, clock, settings))
    wait_until(lambda: all(server.hub.cluster.peers for server in servers))
    yield School(servers[0]), servers[1]
    engine = servers[0].hub.store.engine
    for client in clients:
        client.__exit__(None, None, None)
    with engine.begin() as connection:
        for table in reversed(METADATA.sorted_tables):
            connection.execute(table.delete())
    engine.dispose()


def other_phone(school: School, other: LocalServer, name: str) -> Visitor:
    """Return a phone that has opened the card of a pupil at the other process."""
    phone = other.visitor()
    assert phone.get(school.card(name)).headers["location"] == "/class"
    return phone


def value(school: School, name: str) -> Any:
    """Return what the teacher's page says of a pupil: state and sentence."""
    values = school.teacher.get(f"{school.path}/feed.json").json()["values"]
    return values[f"p{school.pupil(name).place}"]


def test_a_lesson_at_two_processes(schools: tuple[School, LocalServer]) -> None:
    school, other = schools
    school.done("names", names="Ann\nBen")
    ann, ben = school.phone("Ann"), other_phone(school, other, "Ben")
    guest = other.visitor()
    guest.post("/class", word=school.room.row.word, name="Cem")
    wait_until(lambda: len(school.pupils()) == 3)
    school.done("admit", "Cem")
    assert [(pupil.name, pupil.place, pupil.state) for pupil in school.pupils()] == [
        ("Ann", 1, "here"),
        ("Ben", 2, "here"),
        ("Cem", 3, "here"),
    ]

    # A phone that waits at one process hears of what the teacher does at the other, and of nothing else.
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(ben.client.get, "/class/me.json?path=/class&why=free", headers=ben._headers())
        wait_until(lambda: value(school, "Ben")[0] == "free")  # his phone is there, though at the other process
        school.done("lesson", "Ann", lesson="mangala/2")
        ann.post("/class/progress", key="mangala/2", n="1", right="1")
        assert not waiting.done()
        school.done("pair", "Ben", "Cem", way="seat")
        game = school.game_of("Ben")
        assert waiting.result(POLL_S / 2).json()["to"] == f"/g/{game}"

    # A move at one process is on the page of the teacher at the other.
    mover = ben if school.live(game).seats[0].name == "Ben" else guest
    with mover.socket() as wire:
        socket = Socket(wire)
        socket.hello(game)
        assert socket.ask("do", g=game, v=0, m="2")["type"] == "ack"
        socket.send(type="why", g=game, v=1, prefix=[], zone="b1")
    wait_until(lambda: school.live(game).v == 1)

    # Tries and answers at both processes are counted, and one does not undo the other.
    other_ann = other_phone(school, other, "Ann")
    shown = school.teacher.get(f"{school.path}/feed.json").json()["v"]
    other_ann.post("/class/progress", key="mangala/2", n="1", right="")
    wait_until(lambda: (school.pupil("Ann").done, school.pupil("Ann").wrong) == (1, 1))
    assert school.teacher.get(f"{school.path}/feed.json").json()["v"] == shown, "a try is no reason to load the page"
    school.done("ask", source="lesson mangala/1/1")
    for phone in (other_ann, ben, guest):
        wait_until(lambda phone=phone: phone.get("/class").headers.get("location") == "/class/question")
        assert phone.post("/class/question.json", m="1").json()["right"]
    wait_until(lambda: "Answers: 3 of 3" in texts_of(school.teacher.get(f"{school.path}/screen").text))
    school.done("end-question")
    school.done("stop")
    wait_until(lambda: other.run(other.hub.room, game).live.paused)
    wait_until(lambda: "Look at the teacher" in texts_of(ben.get("/class").text))
    school.done("start")
    wait_until(lambda: not other.run(other.hub.room, game).live.paused)

    school.done("end")
    wait_until(lambda: ben.get(f"/class/me.json?path=/g/{game}").status_code == 403)
    assert school.server.run(school.hub.store.scalars, METADATA.tables["games"].select()) == []


def test_a_process_that_ends_loses_nothing(schools: tuple[School, LocalServer]) -> None:
    """The other one has the room, its pupils and their tasks, and games go on there."""
    school, other = schools
    school.done("names", names="Ann\nBen")
    ann, _ = school.phone("Ann"), other_phone(school, other, "Ben")
    wait_until(lambda: all(pupil.state == "here" for pupil in school.pupils()))
    school.done("pair", way="seat")
    game, before = school.game_of("Ann"), school.pupils()
    ann.client = other.client
    wait_until(lambda: ann.get("/class").headers.get("location") == f"/g/{game}")
    room = other.run(other.client.app.state.classrooms.find, school.id)  # type: ignore[attr-defined]
    assert list(room.pupils.values()) == before
