"""The turns of the thread that writes: rows of logs wait for no crowd of other writes, which have their turns, too."""

import asyncio

from charkoni.web.store.database import WriteTurns


def served(wishes: str) -> str:
    """Let writes wait, "f" those that go first; return the order in which they get their turns."""
    order: list[str] = []

    async def write(turns: WriteTurns, wish: str) -> None:
        await turns.take(goes_first=wish == "f")
        order.append(wish)
        await asyncio.sleep(0)
        turns.give_back()

    async def run() -> bool:
        turns = WriteTurns()
        await asyncio.gather(*(write(turns, wish) for wish in wishes))
        return turns.are_taken

    assert not asyncio.run(run())
    return "".join(order)


def test_a_move_waits_for_one_other_write_at_most() -> None:
    assert served("oooooof") == "ofooooo"


def test_other_writes_have_every_second_turn() -> None:
    assert served("fffooo") == "fofofo"


def test_the_turn_of_a_cancelled_write_passes_on() -> None:
    async def run() -> None:
        turns = WriteTurns()
        await turns.take(goes_first=False)
        waiting = [asyncio.create_task(turns.take(goes_first=True)) for _ in range(3)]
        await asyncio.sleep(0)
        waiting[0].cancel()
        await asyncio.sleep(0)
        turns.give_back()
        waiting[1].cancel()
        async with asyncio.timeout(2):
            await waiting[2]

    asyncio.run(run())
