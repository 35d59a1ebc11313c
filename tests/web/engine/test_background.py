"""The actor behind every table: work is executed in order, one piece at a time, and no task outlives the actor."""

import asyncio

import pytest

from charkoni.web.engine.background import Actor


def test_work_is_executed_in_the_order_of_the_calls() -> None:
    seen: list[str] = []

    async def work(name: str, turns: int) -> str:
        seen.append(f"{name} begins")
        for _ in range(turns):
            await asyncio.sleep(0)  # a turn of the loop, in which other tasks run
        seen.append(f"{name} ends")
        return name

    async def run() -> list[str]:
        actor = Actor()
        calls = (actor.ask(lambda: work("slow", 20)), actor.ask(lambda: work("fast", 0)))
        answers = await asyncio.gather(*calls)
        actor.cancel()
        await actor.ended()
        return answers

    assert asyncio.run(run()) == ["slow", "fast"]
    assert seen == ["slow begins", "slow ends", "fast begins", "fast ends"]


def test_an_exception_is_raised_by_the_call_that_caused_it() -> None:
    async def fail() -> None:
        raise ValueError("no")

    async def work() -> int:
        return 1

    async def run() -> int:
        actor = Actor()
        with pytest.raises(ValueError, match="no"):
            await actor.ask(fail)
        answer = await actor.ask(work)
        actor.cancel()
        await actor.ended()
        return answer

    assert asyncio.run(run()) == 1


def test_when_it_has_ended_its_other_tasks_have_cleaned_up() -> None:
    cleaned: list[int] = []
    begun = asyncio.Event()

    async def wait_forever() -> None:
        begun.set()
        try:
            await asyncio.Event().wait()
        finally:
            await asyncio.sleep(0)  # cleaning up takes a turn of the loop
            cleaned.append(1)

    async def run() -> None:
        actor = Actor()
        actor.spawn(wait_forever())
        await begun.wait()
        actor.cancel()
        await actor.ended()
        assert cleaned == [1]

    asyncio.run(run())


def test_nobody_waits_for_an_actor_that_has_ended() -> None:
    async def wait_forever() -> None:
        await asyncio.Event().wait()

    async def run() -> None:
        actor = Actor()
        calls = [asyncio.ensure_future(actor.ask(wait_forever)) for _ in range(3)]
        await asyncio.sleep(0)
        actor.cancel()
        for call in (*calls, actor.ask(wait_forever)):
            with pytest.raises(asyncio.CancelledError):
                await asyncio.wait_for(call, 5)
        await actor.ended()
        with pytest.raises(asyncio.CancelledError):
            await asyncio.wait_for(actor.ask(wait_forever), 5)

    asyncio.run(run())
