"""The queue of requests: few at a time, fair to addresses, and none holds its turn while it waits for something."""

import asyncio

import pytest

from charkoni.web.http.quotas import User
from charkoni.web.http.request_queue import RequestQueue


def begun(queue: RequestQueue, users: str, *, for_all: bool = False, awaits_body: bool = False) -> str:
    """Let users, given by a letter each, send requests at once; return the order in which these begin.

    for_all: each ends when all have begun.
    """
    order: list[str] = []

    async def request(name: str, all_begun: asyncio.Barrier) -> None:
        turn = queue.turn(User(f"address {name}", name))
        async with turn:
            order.append(name)
            if awaits_body:
                turn.give_back()
            await (all_begun.wait() if for_all else asyncio.sleep(0))

    async def run() -> None:
        all_begun = asyncio.Barrier(len(users))
        async with asyncio.timeout(2):
            await asyncio.gather(*(request(name, all_begun) for name in users))

    asyncio.run(run())
    return "".join(order)


def test_who_sends_one_request_does_not_wait_for_a_hundred_of_another_address() -> None:
    assert begun(RequestQueue(most_active=1), "a" * 100 + "bc")[:4] in ("abca", "aabc", "abac")
    assert begun(RequestQueue(most_active=2), "a" * 100 + "bc").index("b") < 4


def test_no_more_than_a_few_are_worked_on_at_a_time() -> None:
    queue = RequestQueue(most_active=2, longest_turn_s=60)
    active, most = 0, 0

    async def request() -> None:
        nonlocal active, most
        async with queue.turn(User("home")):
            active += 1
            most = max(most, active)
            await asyncio.sleep(0)
            active -= 1

    async def run() -> None:
        await asyncio.gather(*(request() for _ in range(10)))

    asyncio.run(run())
    assert (most, active, len(queue)) == (2, 0, 0)


def test_a_request_that_waits_for_something_holds_up_nobody() -> None:
    assert begun(RequestQueue(most_active=1, longest_turn_s=0.01), "abcd", for_all=True) == "abcd"
    assert begun(RequestQueue(most_active=1, longest_turn_s=60), "abcd", for_all=True, awaits_body=True) == "abcd"


@pytest.mark.parametrize("is_given", [False, True])
def test_the_turn_of_somebody_who_has_gone_passes_on(is_given: bool) -> None:
    """is_given: who goes has just been given the turn, but has not begun."""
    queue = RequestQueue(most_active=1, longest_turn_s=60)

    async def request() -> str:
        async with queue.turn(User("home")):
            return "done"

    async def run() -> str:
        first = queue.turn(User("home"))
        await first.take()
        gone, waits = asyncio.create_task(request()), asyncio.create_task(request())
        await asyncio.sleep(0)
        if is_given:
            first.give_back()
        gone.cancel()
        await asyncio.sleep(0)
        first.give_back()
        async with asyncio.timeout(2):
            return await waits

    assert asyncio.run(run()) == "done"
