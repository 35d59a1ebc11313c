"""A classroom with a teacher at its computer and pupils with telephones."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select
from starlette.testclient import TestClient
from tests.web.conftest import LocalServer, ManualClock, Visitor, settings_in

from charkoni.web.app import create_app
from charkoni.web.classroom.rooms import Classrooms, OpenClassroom, card_key, listed_names
from charkoni.web.store import PupilRow
from charkoni.web.store.tables import METADATA
from charkoni.web.tournaments.service import Tournaments

WAITING = ""
"""Where a phone is sent that may stay."""


class School:
    """A server that its teacher owns, with one room."""

    def __init__(self, server: LocalServer) -> None:
        self.server, self.hub = server, server.hub
        state: Any = server.client.app.state  # type: ignore[attr-defined]
        self.classrooms: Classrooms = state.classrooms
        self.tournaments: Tournaments = state.tournaments
        self.network = state.network
        self.teacher = server.visitor()
        self.teacher.get("/settings")
        self.teacher.post("/settings", name="Teacher", back="/about")
        [person] = [visitor_of(server, self.teacher)]
        self.id = server.run(self.classrooms.create, person)
        self.path = f"/class/{self.id}"

    @property
    def room(self) -> OpenClassroom:
        room = self.server.run(self.classrooms.find, self.id)
        assert room
        return room

    def pupils(self) -> list[PupilRow]:
        return list(self.room.pupils.values())

    def pupil(self, name: str) -> PupilRow:
        return next(pupil for pupil in self.pupils() if pupil.name == name)

    def do(self, act: str, *who: str, **form: Any) -> Any:
        """Press a button as the teacher, for pupils by their names."""
        return self.teacher.post(self.path, act=act, who=",".join(str(self.pupil(name).place) for name in who), **form)

    def done(self, act: str, *who: str, **form: Any) -> None:
        answer = self.do(act, *who, **form)
        assert answer.status_code == 303, answer.text

    def card(self, name: str) -> str:
        return f"/c/{card_key(self.hub, self.pupil(name).person)}"

    def phone(self, name: str) -> Visitor:
        """Return a phone that has opened the card of a pupil."""
        visitor = self.server.visitor()
        answer = visitor.get(self.card(name))
        assert (answer.status_code, answer.headers["location"]) == (303, "/class")
        return visitor

    def seat(self, *names: str) -> list[Visitor]:
        """Put names on the list, and let each open his card."""
        self.done("names", names="\n".join(names))
        return [self.phone(name) for name, _ in listed_names("\n".join(names))]

    def game_of(self, name: str) -> str:
        return self.pupil(name).task.partition(" ")[2]

    def live(self, game: str) -> Any:
        return self.server.run(self.hub.room, game).live

    def sent_to(self, phone: Visitor) -> str:
        """Return where a phone is led from the entry, or "" when it waits there."""
        return str(phone.get("/class").headers.get("location", ""))


def visitor_of(server: LocalServer, visitor: Visitor) -> str:
    identity = server.hub.access.person(visitor.cookies["charkoni"])
    assert identity
    return identity.person


@pytest.fixture
def school(tmp_path: Path) -> Iterator[School]:
    with opened(tmp_path) as server:
        yield School(server)


@pytest.fixture
def reopen() -> Iterator[Callable[[School], School]]:
    """Start the server again on the same database."""
    clients: list[TestClient] = []

    def again(school: School) -> School:
        school.server.client.__exit__(None, None, None)
        clock = ManualClock(school.server.time.ms + 5000, school.server.time.wall_ms + 5000)
        app = create_app(school.server.settings, clock)
        client = TestClient(app, base_url="http://testserver")
        client.__enter__()
        clients.append(client)
        new = object.__new__(School)
        new.__dict__.update(school.__dict__)
        new.server = LocalServer(client, app.state.hub, clock, school.server.settings)
        new.hub, new.classrooms, new.tournaments = app.state.hub, app.state.classrooms, app.state.tournaments
        new.teacher.client = client
        return new

    yield again
    for client in clients:
        client.__exit__(None, None, None)


class opened:
    def __init__(self, folder: Path) -> None:
        settings, clock = settings_in(folder), ManualClock()
        app = create_app(settings, clock)
        self.client = TestClient(app, base_url="http://testserver")
        self.server = LocalServer(self.client, app.state.hub, clock, settings)

    def __enter__(self) -> LocalServer:
        self.client.__enter__()
        return self.server

    def __exit__(self, *_: object) -> None:
        self.client.__exit__(None, None, None)


def texts_of(page: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^<>]*>", " ", page))


def goes_to(school: School, phone: Visitor, path: str) -> str:
    """Return where a phone that shows a page is sent at once; "" if it may stay."""
    why = re.search('data-why="(.*?)"', phone.get("/class").text) if path == "/class" else None
    return str(phone.get(f"/class/me.json?path={path}&why={why[1] if why else ''}").json()["to"])


def is_nobody(phone: Visitor) -> bool:
    """Return whether a phone is asked for the word at the entry, with a cookie that is void or that it loses there."""
    answer = phone.get("/class")
    if answer.status_code == 303:
        assert (answer.headers["location"], 'charkoni=""' in answer.headers["set-cookie"]) == ("/class", True)
        phone.cookies.pop("charkoni")
        answer = phone.get("/class")
    return "The word on the wall" in texts_of(answer.text)


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("charkoni.web.classroom.pupil_pages.POLL_S", 0.05)


def rows(school: School) -> dict[str, list[object]]:
    """Return all rows of the database by table, but those of the server itself."""

    async def read() -> dict[str, list[object]]:
        found = {}
        for table in METADATA.sorted_tables:
            if table.name != "house":
                found[table.name] = [tuple(row.values()) for row in await school.hub.store.rows(select(table), dict)]
        return found

    return dict(school.server.run(read))
