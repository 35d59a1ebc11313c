"""People of an event, as browsers without script: arbiters and players who fill in forms."""

import asyncio
import re
from typing import Any

from tests.web.conftest import LocalServer, Visitor

from charkoni.tournament.formats.csv_files import csv_text
from charkoni.tournament.model.event import Tournament
from charkoni.web.tournaments.events import OpenEvent

SIX = ("Ada", "Boris", "Çağla", "Dmitri", "Ece", "Fyodor")


class Arbiter:
    """A member of the staff at the desk of an event."""

    def __init__(self, local_server: LocalServer, visitor: Visitor, event: str) -> None:
        self.local_server, self.visitor, self.id = local_server, visitor, event

    @property
    def event(self) -> OpenEvent:
        tournaments: Any = self.local_server.client.app.state.tournaments  # type: ignore[attr-defined]
        found: OpenEvent = self.local_server.run(tournaments.events.get, self.id)
        return found

    @property
    def state(self) -> Tournament:
        return self.event.state

    def at(self, local_server: LocalServer) -> "Arbiter":
        """Return the same person at another server."""
        visitor = local_server.visitor()
        visitor.cookies.update(self.visitor.cookies)
        return Arbiter(local_server, visitor, self.id)

    def get(self, path: str = "/desk") -> Any:
        return self.visitor.get(f"/t/{self.id}{path}")

    def do(self, action: str, **form: Any) -> Any:
        return self.visitor.post(f"/t/{self.id}/desk/{action}", **form)

    def done(self, action: str, **form: Any) -> None:
        """Perform an action, confirmed twice."""
        answer = self.do(action, **{"sure": "2", **form})
        assert answer.status_code == 303, main_text(answer)

    def enter(self, *names: str) -> None:
        """Enter people by a list, rated from 2000 down."""
        people = [(name, 2000 - 10 * place) for place, name in enumerate(names)]
        if people:
            self.done("import", list=csv_text([("name", "rating"), *people]))

    def draft(self) -> None:
        """Pair the next round by the engine, and wait for it."""
        self.done("pair")
        self.local_server.run(drafted, self.event)

    def publish_next(self) -> int:
        self.draft()
        self.done("publish")
        self.done("start-clock", round=len(self.state.rounds))
        return len(self.state.rounds)

    def play_round(self, results: str = "1=0") -> None:
        """Enter all results of the round in turn, as the first movers see them, and close it."""
        boards = [board.number for board in self.state.rounds[-1].boards if not board.is_bye]
        self.done(
            "results", results="; ".join(f"{n} {results[place % len(results)]}" for place, n in enumerate(boards))
        )
        self.done("close", round=len(self.state.rounds))

    def link(self, role: str) -> str:
        found = re.search(rf"/t/{self.id}/staff/{role}/[\w-]+", self.get("/desk/staff").text)
        assert found
        return found[0]

    def colleague(self, role: str, name: str) -> "Arbiter":
        visitor = self.local_server.visitor()
        link = self.link(role)
        answer = visitor.post(link, page=link, name=name)
        assert answer.status_code == 303, answer.text
        return Arbiter(self.local_server, visitor, self.id)


async def drafted(event: OpenEvent) -> None:
    async with asyncio.timeout(60):
        while event.drafting and not event.drafting.is_done:
            await event.changed(event.page_version, 60)


def main_text(answer: Any) -> str:
    """Return the text of the main part of a page."""
    text = re.sub(r"<[^>]+>", " ", answer.text.partition("<main")[2])
    return " ".join(text.split())


def begin(local_server: LocalServer, *names: str, **settings: Any) -> Arbiter:
    """Begin an event with some entries."""
    visitor = local_server.visitor()
    answer = visitor.post("/events/new", **({"name": "Open", "seed": "dice-4-2-6", "arbiter": "Dana"} | settings))
    assert answer.status_code == 303, main_text(answer)
    arbiter = Arbiter(local_server, visitor, answer.headers["location"].split("/")[2])
    arbiter.enter(*names)
    return arbiter


def player(arbiter: Arbiter, entry: int) -> Visitor:
    """Return a visitor who has opened the link of an entry."""
    found = re.search(rf"/t/{arbiter.id}/me/{entry}/[\w-]+", arbiter.get(f"/desk/entry/{entry}").text)
    assert found
    visitor = arbiter.local_server.visitor()
    assert visitor.post(found[0], page=found[0]).status_code == 303
    return visitor


def started(local_server: LocalServer, **settings: str) -> Arbiter:
    """Begin an event of two at tables, with its only round published."""
    arbiter = begin(local_server, "Ada", "Boris", **settings)
    arbiter.done("close-list", rounds="1")
    arbiter.publish_next()
    return arbiter


def seats(arbiter: Arbiter) -> tuple[Visitor, Visitor]:
    """Return both players of table 1, the first side of the pairing first."""
    board = arbiter.state.rounds[0].boards[0]
    return player(arbiter, board.first), player(arbiter, board.second)


def report(arbiter: Arbiter, who: Visitor, side: str, **form: str) -> int:
    """Report the result of table 1, and return the status of the answer."""
    return int(who.post(f"/t/{arbiter.id}/round/1/board/1/report", side=side, **form).status_code)
