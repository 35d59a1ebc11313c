"""The turns of the thread that writes: rows of logs wait for no crowd of other writes, which have their turns, too."""

import asyncio
from pathlib import Path

import pytest

from charkoni.web.store.database import Database


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'turns.db'}"


def served(url: str, wishes: str) -> str:
    """Let writes wait, "f" those that go first; return the order in which they get their turns."""
    order: list[str] = []

    async def run() -> None:
        database = Database(url)
        await asyncio.gather(
            *(database.write(lambda _, wish=wish: order.append(wish), goes_first=wish == "f") for wish in wishes)
        )
        await database.close()

    asyncio.run(run())
    return "".join(order)


def test_a_move_waits_for_one_other_write_at_most(url: str) -> None:
    assert served(url, "oooooof") == "ofooooo"


def test_other_writes_have_every_second_turn(url: str) -> None:
    assert served(url, "fffooo") == "fofofo"


def test_the_turn_of_a_cancelled_write_passes_on(url: str) -> None:
    order: list[int] = []

    async def run() -> None:
        database = Database(url)
        waiting = [
            asyncio.create_task(database.write(lambda _, place=place: order.append(place), goes_first=True))
            for place in range(4)
        ]
        await asyncio.sleep(0)
        waiting[1].cancel()
        await waiting[0]
        waiting[2].cancel()
        async with asyncio.timeout(2):
            await waiting[3]
        await database.close()

    asyncio.run(run())
    assert (order[0], order[-1]) == (0, 3) and 1 not in order


def test_a_database_is_closed_after_the_writes_that_wait(url: str) -> None:
    order: list[int] = []

    async def run() -> None:
        database = Database(url)
        writes = [
            asyncio.create_task(database.write(lambda _, place=place: order.append(place), goes_first=place % 2 == 0))
            for place in range(6)
        ]
        await asyncio.sleep(0)
        await database.close()
        await asyncio.gather(*writes)

    asyncio.run(run())
    assert sorted(order) == [0, 1, 2, 3, 4, 5]
