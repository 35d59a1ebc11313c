"""Online events of two, and their games."""

from typing import Any

from tests.web.conftest import LocalServer, Socket, Visitor
from tests.web.tournaments.people import Arbiter, begin, player

from charkoni.web.live.game.live_game import LiveGame


def advance(arbiter: Arbiter) -> None:
    """Let the server do what is due at an event."""
    tournaments: Any = arbiter.local_server.client.app.state.tournaments  # type: ignore[attr-defined]
    arbiter.local_server.run(tournaments.online.advance, arbiter.event)


def opened_event(local_server: LocalServer, **settings: str) -> tuple[Arbiter, dict[int, Visitor]]:
    """Begin an online event of two with its first round published."""
    arbiter = begin(local_server, "Ada", "Boris", boards="online", **settings)
    people = {entry: player(arbiter, entry) for entry in (1, 2)}
    arbiter.done("close-list", rounds="1")
    arbiter.publish_next()
    advance(arbiter)
    return arbiter, people


def game_of(arbiter: Arbiter) -> str:
    """Return the id of the first game of table 1."""
    return str(arbiter.event.mapping("games")["1:1"])


def live_game(arbiter: Arbiter, game: str = "") -> LiveGame:
    """Return a game by its id, by default the first one of table 1."""
    room = arbiter.local_server.run(arbiter.local_server.hub.room, game or game_of(arbiter))
    live: LiveGame = room.live
    return live


def mover(arbiter: Arbiter) -> int:
    """Return the entry that moves first at table 1."""
    return arbiter.state.rounds[0].boards[0].mover


def play_and_resign(arbiter: Arbiter, people: dict[int, Visitor]) -> None:
    """Play the first move at table 1 and resign; the server takes over the result."""
    with people[mover(arbiter)].socket() as wire:
        socket = Socket(wire)
        socket.hello(game_of(arbiter))
        socket.ask("do", g=game_of(arbiter), v=0, m="4")
        socket.ask("resign", g=game_of(arbiter), seat=0)
    advance(arbiter)


def resign(people: dict[int, Visitor], entry: int, game: str, seat: int) -> None:
    """Resign a game at one of the seats of an entry."""
    with people[entry].socket() as wire:
        socket = Socket(wire)
        socket.hello(game)
        socket.ask("resign", g=game, seat=seat)


def games_of(arbiter: Arbiter) -> list[str]:
    """Return the ids of all games of an event."""
    return list(arbiter.event.mapping("games").values())


def play_out(arbiter: Arbiter, who: Visitor, people: tuple[Visitor, ...] = ()) -> tuple[int, int]:
    """Play the game of table 1 to its end on one device, or on two in turn, and return the stores."""
    with who.socket() as one, (people[0] if people else who).socket() as other:
        sockets = Socket(one), Socket(other)
        for socket in sockets:
            socket.hello(game_of(arbiter))
        while (live := live_game(arbiter)).state == "open":
            socket = sockets[live.turn]
            answer = socket.ask("do", g=game_of(arbiter), v=live.v, m=live.position.moves[-1])
            assert answer["type"] == "ack"
    first, second = live_game(arbiter).position.state[0]["store"].tolist()
    assert first + second == 48
    return int(first), int(second)
