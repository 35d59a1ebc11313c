"""The queue of requests: few at a time, fair to addresses, and none holds its turn while it waits for something."""

import asyncio

from charkoni.web.http.ledger import User
from charkoni.web.http.request_queue import RequestQueue


def begun(queue: RequestQueue, users: str, seconds: float = 0.0, awaits_body: bool = False) -> str:
    """Let users, given by a letter each, send requests at once; return the order in which these begin."""
    order: list[str] = []

    async def request(name: str) -> None:
        turn = queue.turn(User(f"address {name}", name))
        async with turn:
            order.append(name)
            if awaits_body:
                turn.give_back()
            await asyncio.sleep(seconds)

    async def run() -> None:
        async with asyncio.timeout(2):
            await asyncio.gather(*map(request, users))

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
    assert begun(RequestQueue(most_active=1, longest_turn_s=0.01), "abcd", seconds=0.3) == "abcd"
    assert begun(RequestQueue(most_active=1, longest_turn_s=60), "abcd", seconds=0.3, awaits_body=True) == "abcd"


def test_the_turn_of_somebody_who_has_gone_passes_on() -> None:
    queue = RequestQueue(most_active=1, longest_turn_s=60)

    async def hold(seconds: float) -> str:
        async with queue.turn(User("home")):
            await asyncio.sleep(seconds)
            return "done"

    async def run() -> str:
        first, gone = asyncio.create_task(hold(0.05)), asyncio.create_task(hold(60))
        await asyncio.sleep(0.01)
        gone.cancel()
        async with asyncio.timeout(2):
            await first
            late = asyncio.create_task(hold(60))
            await asyncio.sleep(0)
            waits = asyncio.create_task(hold(0))
            await asyncio.sleep(0)
            late.cancel()
            return await waits

    assert asyncio.run(run()) == "done"
