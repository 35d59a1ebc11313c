"""The queue of the engine: nobody gets more by more games, guests or requests."""

import pytest

from charkoni.web.http.quotas import User
from charkoni.web.http.request_queue import FairQueue


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


def test_cheap_requests_of_a_class_do_not_wait_for_a_long_one_each() -> None:
    queue = FairQueue[str]()
    school, attacker = User("school", "ann"), User("attacker", "eve")
    queue.put(attacker, "L")
    for item in "abcd":
        queue.put(school, item)
    assert queue.take() == "L"
    queue.charge(attacker, 2.0)
    order = ""
    for _ in range(4):
        queue.put(attacker, "L")
        order += queue.take()
        queue.charge(school, 0.02)
    assert order == "abcd"


def test_time_without_wishes_is_not_saved_up_and_what_was_had_is_not_forgotten() -> None:
    queue = FairQueue[str]()
    busy, late = User("busy"), User("late")
    queue.put(busy, "x")
    queue.take()
    queue.charge(busy, 60.0)
    for item in "12":
        queue.put(late, item)
        queue.put(busy, "x")
    assert queue.take() == "1", "an address without requests for a moment is still ahead of others by a minute"
    queue.charge(late, 61.0)
    assert queue.take() == "x", "those who come later get no more than others from then on"


def test_nothing_is_kept_about_addresses_that_had_no_more_than_others() -> None:
    queue = FairQueue[str]()
    for number in range(50):
        queue.put(User(f"address {number}"), "x")
        queue.take()
        queue.charge(User(f"address {number}"), 1.0)
        queue.put(User("other"), "x")
        queue.take()
        queue.charge(User("other"), 100.0)
    assert len(queue._addresses) < 5


def test_an_empty_queue_has_nothing() -> None:
    queue = FairQueue[str]()
    queue.put(User("one"), "a")
    assert queue.sizes() == {User("one"): 1} and queue.take() == "a"
    with pytest.raises(KeyError):
        queue.take()


def test_one_customer_of_ipv6_has_one_share_however_many_addresses() -> None:
    queue = FairQueue[str]()
    for number in range(50):
        queue.put(User(f"2001:db8::{number + 1:x}"), "x")
    queue.put(User("2001:db8:1::1"), "y")
    assert taken(queue).startswith("xy")
