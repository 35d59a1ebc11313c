"""The actor behind every table: one thing at a time, in order, and nothing left running when it is closed."""

import asyncio

import pytest

from charkoni.web.live.actor import Actor


def test_work_is_done_one_after_the_other_in_the_order_of_asking() -> None:
    seen: list[str] = []

    async def work(name: str, seconds: float) -> str:
        seen.append(f"{name} begins")
        await asyncio.sleep(seconds)
        seen.append(f"{name} ends")
        return name

    async def run() -> list[str]:
        actor = Actor()
        asked = (actor.ask(lambda: work("slow", 0.01)), actor.ask(lambda: work("fast", 0)))
        answers = await asyncio.gather(*asked)
        actor.close()
        await actor.ended()
        return answers

    assert asyncio.run(run()) == ["slow", "fast"]
    assert seen == ["slow begins", "slow ends", "fast begins", "fast ends"]


def test_a_failure_reaches_who_asked_and_nobody_else() -> None:
    async def fail() -> None:
        raise ValueError("no")

    async def work() -> int:
        return 1

    async def run() -> int:
        actor = Actor()
        with pytest.raises(ValueError, match="no"):
            await actor.ask(fail)
        answer = await actor.ask(work)
        actor.close()
        await actor.ended()
        return answer

    assert asyncio.run(run()) == 1


def test_when_it_has_ended_everything_that_ran_beside_it_has_cleaned_up() -> None:
    cleaned: list[int] = []

    async def beside() -> None:
        try:
            await asyncio.sleep(60)
        finally:
            await asyncio.sleep(0)  # cleaning up takes a turn of the loop
            cleaned.append(1)

    async def run() -> None:
        actor = Actor()
        actor.spawn(beside())
        await asyncio.sleep(0)
        actor.close()
        await actor.ended()
        assert cleaned == [1]

    asyncio.run(run())
