"""A club of members with a league, at a server whose clock the test moves."""

from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from typing import Any

from tests.web.conftest import LocalServer, ManualClock, Visitor
from tests.web.tournaments.people import main_text

from charkoni.tournament import leagues as seasons
from charkoni.web.tournaments.events import OpenEvent
from charkoni.web.tournaments.online.games import seats_of_game
from charkoni.web.tournaments.online.leagues import Leagues, entry_of

MONDAY = datetime(2027, 3, 1, 9, tzinfo=UTC)
HOUR, DAY = 3_600_000, 24 * 3_600_000
NAMES = ("Ada", "Boris", "Cem", "Dmitri", "Ece", "Fyodor", "Gül", "Hakan", "Ida", "Juri", "Kaya", "Lena")


class Club:
    """Members of a server, and one of its leagues."""

    def __init__(self, server: LocalServer, kind: str, pace: str, game: str = "gana") -> None:
        self.server = server
        self.form = {"kind": kind, "pace": pace, "game": game}
        self.members: dict[str, Visitor] = {}

    def at(self, server: LocalServer) -> "Club":
        """Return the same club at another server."""
        other = Club(server, **self.form)
        for name, member in self.members.items():
            other.members[name] = server.visitor()
            other.members[name].cookies.update(member.cookies)
        return other

    @property
    def tournaments(self) -> Any:
        return self.server.client.app.state.tournaments  # type: ignore[attr-defined]

    @property
    def leagues(self) -> Leagues:
        self.server.run(self._begin)
        found: Leagues = self.tournaments.online.leagues
        return found

    async def _begin(self) -> None:
        self.tournaments.begin()

    def join(self, *names: str) -> None:
        for name in names:
            visitor = self.members[name] = self.server.visitor()
            assert visitor.post("/me/passphrase", page="/me", name=name).status_code == 200
            self.do(name, "enter")

    def post(self, name: str, what: str, **form: Any) -> Any:
        return self.members[name].post("/leagues", what=what, **self.form, **form)

    def do(self, name: str, what: str, **form: Any) -> None:
        answer = self.post(name, what, **form)
        assert answer.status_code == 303, main_text(answer)

    def lead(self, ms: int = 0) -> None:
        """Let time pass, and the server do what is due then."""
        self.server.time.pass_by(ms)
        leagues = self.leagues
        for event in self.events:
            self.server.run(self.tournaments.online.advance, event)
        self.server.run(leagues.lead)

    def until(self, at: datetime) -> None:
        self.lead(round(at.timestamp() * 1000) - self.server.time.wall_ms)

    @property
    def roll(self) -> OpenEvent:
        [found] = self.server.run(self.leagues.lists)
        event: OpenEvent = found
        return event

    @property
    def events(self) -> list[OpenEvent]:
        """The events of the last season, the highest division first."""
        leagues = self.leagues

        async def last() -> list[OpenEvent]:
            lists = await leagues.lists()
            return await leagues.seasons(lists[0], is_running=False) if lists else []

        found: list[OpenEvent] = self.server.run(last)
        return found

    def games(self, event: OpenEvent) -> dict[str, str]:
        found: dict[str, str] = event.mapping("games")
        return found

    def entry(self, name: str, event: OpenEvent) -> int:
        """Return the entry of a member in an event, 0 without one."""
        person = self.server.run(self.server.hub.people.persons.named, name)
        return entry_of(event, person)

    def resign(self, event: OpenEvent, key: str, entry: int) -> None:
        """Let an entry resign its game at a table."""
        number, table = map(int, key.split(":"))
        board = event.state.rounds[number - 1].board(table)
        assert board is not None
        seat = seats_of_game(event.state, number, board, 1).index(entry)
        self.write(self.games(event)[key], "row_for", "resign", seat)

    def write(self, game: str, row: str, *what: object) -> None:
        """Write a row of a game, as a command of a player does."""
        room = self.server.run(self.server.hub.room, game)
        self.server.run(room.ask, partial(room.write, getattr(room.live, row), *what))

    def names(self, event: OpenEvent) -> list[str]:
        return [event.state.name(entry) for entry in seasons.ranks(event.director)]


def opened_at(opened: Callable[..., LocalServer], at: datetime = MONDAY) -> LocalServer:
    return opened(ManualClock(wall_ms=round(at.timestamp() * 1000)))
