"""People of an event, as browsers without script: arbiters and players who fill in forms."""

import re
import time
from typing import Any

from tests.web.conftest import House, Visitor

from charkoni.tournament.model.event import Tournament
from charkoni.web.tournaments.events import Event

SIX = ("Ada", "Boris", "Çağla", "Dmitri", "Ece", "Fyodor")


class Arbiter:
    """Somebody at the desk of an event."""

    def __init__(self, house: House, visitor: Visitor, event: str) -> None:
        self.house, self.visitor, self.id = house, visitor, event

    @property
    def event(self) -> Event:
        tournaments: Any = self.house.client.app.state.tournaments  # type: ignore[attr-defined]
        found: Event = self.house.run(tournaments.events.get, self.id)
        return found

    @property
    def state(self) -> Tournament:
        return self.event.state

    def at(self, house: House) -> "Arbiter":
        """Return the same person at another server."""
        visitor = house.visitor()
        visitor.cookies.update(self.visitor.cookies)
        return Arbiter(house, visitor, self.id)

    def get(self, path: str = "/desk") -> Any:
        return self.visitor.get(f"/t/{self.id}{path}")

    def do(self, deed: str, **form: Any) -> Any:
        return self.visitor.post(f"/t/{self.id}/desk/{deed}", **form)

    def done(self, deed: str, **form: Any) -> None:
        """Do something and mean it."""
        answer = self.do(deed, **{"sure": "2", **form})
        assert answer.status_code == 303, told(answer)

    def enter(self, *names: str, **fields: Any) -> None:
        for place, name in enumerate(names):
            self.done("enter", name=name, rating=str(2000 - 10 * place), **fields)

    def draft(self) -> None:
        self.done("draft")
        until = time.monotonic() + 60
        while self.event.drafting and not self.event.drafting.is_done and time.monotonic() < until:
            time.sleep(0.05)

    def publish_next(self) -> int:
        self.draft()
        self.done("publish")
        return len(self.state.rounds)

    def play_round(self, results: str = "1=0") -> None:
        number = len(self.state.rounds)
        for place, board in enumerate(self.state.rounds[-1].boards):
            if not board.is_bye:
                self.done("result", round=number, board=board.number, result=results[place % len(results)])
        self.done("close", round=number)

    def link(self, role: str) -> str:
        found = re.search(rf"/t/{self.id}/staff/{role}/[\w-]+", self.get("/desk/staff").text)
        assert found
        return found[0]

    def colleague(self, role: str, name: str) -> "Arbiter":
        visitor = self.house.visitor()
        link = self.link(role)
        answer = visitor.post(link, page=link, name=name)
        assert answer.status_code == 303, answer.text
        return Arbiter(self.house, visitor, self.id)


def told(answer: Any) -> str:
    """Return what a page says in its middle."""
    text = re.sub(r"<[^>]+>", " ", answer.text.partition("<main")[2])
    return " ".join(text.split())


def begin(house: House, *names: str, **settings: Any) -> Arbiter:
    """Begin an event with some entries."""
    visitor = house.visitor()
    answer = visitor.post("/events/new", name="Open", seed="dice-4-2-6", arbiter="Dana", **settings)
    assert answer.status_code == 303, told(answer)
    arbiter = Arbiter(house, visitor, answer.headers["location"].split("/")[2])
    arbiter.enter(*names)
    return arbiter
