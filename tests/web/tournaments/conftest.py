"""Events for tests, and one pairing engine for all servers of a test run."""

from collections.abc import Iterator

import pytest
from tests.web.conftest import LocalServer
from tests.web.tournaments.people import SIX, Arbiter, begin

from charkoni.tournament.pairing.worker import PairingWorker

SEVEN = ("Ada", "Boris", "Çağla", "Dmitri", "Ece", "Fyodor", "Gül")


class SharedEngine(PairingWorker):
    """A pairing engine that outlives the servers that use it."""

    def close(self) -> None:
        """Leave the worker running."""


@pytest.fixture(scope="session")
def shared_engine() -> Iterator[PairingWorker]:
    engine = SharedEngine()
    yield engine
    PairingWorker.close(engine)


@pytest.fixture(autouse=True)
def servers_share_an_engine(shared_engine: PairingWorker, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("charkoni.web.tournaments.events.PairingWorker", lambda: shared_engine)


@pytest.fixture
def six(local_server: LocalServer) -> Arbiter:
    """An event of six with a closed list."""
    arbiter = begin(local_server, *SIX)
    arbiter.done("close-list", rounds="3")
    return arbiter


@pytest.fixture
def seven(local_server: LocalServer) -> Arbiter:
    """An event of seven with round 1 published."""
    arbiter = begin(local_server, *SEVEN)
    arbiter.done("close-list", rounds="3")
    arbiter.publish_next()
    return arbiter
