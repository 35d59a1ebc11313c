"""Events for tests."""

import pytest
from tests.web.conftest import House
from tests.web.tournaments.people import SIX, Arbiter, begin


@pytest.fixture
def six(house: House) -> Arbiter:
    arbiter = begin(house, *SIX)
    arbiter.done("close-list", rounds="3")
    return arbiter


SEVEN = ("Ada", "Boris", "Çağla", "Dmitri", "Ece", "Fyodor", "Gül")


@pytest.fixture
def seven(house: House) -> Arbiter:
    arbiter = begin(house, *SEVEN)
    arbiter.done("close-list", rounds="3")
    arbiter.publish_next()
    return arbiter
