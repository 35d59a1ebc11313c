"""Pages of tournaments: milliseconds of one core and kilobytes, for an event of 1,000 players after 9 rounds.

    python bench/tournament_pages.py [--players 1000] [--rounds 9]

Opening: reading the file, standings and crosstable, before the first request.  First: the first view of a page after
that.  Then: the median of ten further views.  After a result: the first view after a result has been entered, for which
the tables are computed again.
"""

import argparse
import statistics
import tempfile
from pathlib import Path
from time import process_time, sleep
from typing import Any

from anyio.from_thread import BlockingPortal
from starlette.testclient import TestClient

from charkoni.tournament import simulate
from charkoni.tournament.director import Director
from charkoni.tournament.pairing.input import PairingInput
from charkoni.tournament.pairing.protocol import Pairing
from charkoni.web.app import create_app
from charkoni.web.config import Settings
from charkoni.web.engine.warm import freeze_heap
from charkoni.web.http.sessions import COOKIE
from charkoni.web.tournaments import permissions

EVENT = "benchmark"
PAGES = {
    "overview": "",
    "entries": "/entries",
    "round": "/round/{n}",
    "round by name": "/round/{n}?by=name",
    "standings": "/standings",
    "cross table": "/cross",
    "player": "/entry/7",
    "tie-break": "/entry/7/why/BH",
    "log": "/log",
    "hall screen": "/screen",
    "own page": "/me",
    "desk": "/desk",
    "check-in": "/desk/entries",
}


def neighbours(field: PairingInput) -> Pairing:
    """Pair neighbours by points: as many tables and points as a Swiss, without its minutes."""
    order = sorted(field.present(), key=lambda player: (-field.score(player), player.number))
    numbers = [player.number for player in order] + [0] * (len(order) % 2)
    return Pairing(tuple(zip(numbers[::2], numbers[1::2], strict=True)))


def event(folder: Path, players: int, rounds: int) -> None:
    state = simulate.tournament("bench", players, rounds, engine=neighbours)
    last = state.rounds[-1]
    opened = tuple(b if b.number % 2 else b.__class__(b.number, b.first, b.second, b.mover) for b in last.boards)
    last = last.__class__(last.number, "published", opened, last.away)
    state = state.__class__(
        state.settings, "playing", state.entries, (*state.rounds[:-1], last), (), state.initial, people=state.people
    )
    folder.mkdir(parents=True)
    Director.take_over(folder / f"{EVENT}.event", state).close()


def timed(client: TestClient, path: str) -> tuple[float, int]:
    began = process_time()
    answer = client.get(path)
    took = 1000 * (process_time() - began)
    assert answer.status_code == 200, (path, answer.status_code)
    return took, len(answer.content)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=9)
    wishes = parser.parse_args()
    freeze_heap()  # as the server does when it begins
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        event(folder / "events", wishes.players, wishes.rounds)
        app: Any = create_app(Settings(database=f"sqlite:///{folder / 'web.db'}", workers=0, budget_factor=500))
        with TestClient(app) as client:
            portal = client.portal
            assert portal  # the client runs
            began = process_time()
            found = portal.call(app.state.tournaments.events.get, EVENT)
            while "crossing" not in found.kept or not app.state.tournaments.is_ready:
                sleep(0.01)
            print(f"opening {1000 * (process_time() - began):.0f} ms")
            portal.call(permissions.appoint, found, "bench", "chief", "Bench")
            portal.call(permissions.seat, found, "bench", 7)
            client.cookies.set(COOKIE, app.state.hub.access.cookie("bench", "Bench"))
            print(f"{wishes.players} players, {wishes.rounds} rounds\n{'page':<16}{'first':>8}{'median':>8}", end="")
            print(f"{'after a result':>16}{'kB':>8}")
            paths = {page: f"/t/{EVENT}{path.format(n=wishes.rounds)}" for page, path in PAGES.items()}
            first = {page: timed(client, path) for page, path in paths.items()}
            median = {
                page: statistics.median(timed(client, path)[0] for _ in range(10)) for page, path in paths.items()
            }
            for page, path in paths.items():
                add_result(portal, found)
                after, (took, size) = timed(client, path)[0], first[page]
                print(f"{page:<16}{took:>8.0f}{median[page]:>8.0f}{after:>16.0f}{size / 1000:>8.0f}")


def add_result(portal: BlockingPortal, found: Any) -> None:
    """Enter a result, after which the tables are computed again."""
    board = next(board.number for board in found.state.rounds[-1].boards if board.is_open)
    portal.call(found.run, lambda director: director.result(board, "1"))


if __name__ == "__main__":
    main()
