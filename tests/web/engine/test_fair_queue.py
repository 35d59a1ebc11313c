"""The queue of the engine: nobody gets more by more games, guests or requests."""

import pytest

from charkoni.web.engine.fair_queue import FairQueue
from charkoni.web.http.ledger import User


def taken(queue: FairQueue[str]) -> str:
    return "".join(queue.take() for _ in range(len(queue)))


def test_persons_of_an_address_take_turns() -> None:
    queue = FairQueue[str]()
    for item in "aaa":
        queue.put(User("one", "ann"), item)
    queue.put(User("one", "ben"), "b")
    assert taken(queue) == "abaa"


def test_a_hundred_guests_of_one_address_get_one_share() -> None:
    queue = FairQueue[str]()
    for guest in range(100):
        queue.put(User("crowd", f"guest {guest}"), "x")
    for item in "yz":
        queue.put(User("home", "ann"), item)
    assert taken(queue).startswith("xyxzxx")


def test_an_empty_queue_has_nothing() -> None:
    queue = FairQueue[str]()
    queue.put(User("one"), "a")
    assert queue.sizes() == {User("one"): 1} and queue.take() == "a"
    with pytest.raises(KeyError):
        queue.take()
