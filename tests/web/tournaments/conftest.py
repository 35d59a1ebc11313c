"""Events for tests, and one pairing engine for all servers of a test run."""

from collections.abc import Iterator

import pytest
from tests.web.conftest import LocalServer
from tests.web.tournaments.people import SIX, Arbiter, begin

from charkoni.tournament.pairing.worker import Engine

SEVEN = ("Ada", "Boris", "Çağla", "Dmitri", "Ece", "Fyodor", "Gül")


class SharedEngine(Engine):
    """A pairing engine that outlives the servers that use it."""

    def close(self) -> None:
        """Leave the worker running."""


@pytest.fixture(scope="session")
def shared_engine() -> Iterator[Engine]:
    engine = SharedEngine()
    yield engine
    Engine.close(engine)


@pytest.fixture(autouse=True)
def servers_share_an_engine(shared_engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("charkoni.web.tournaments.events.Engine", lambda: shared_engine)


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
