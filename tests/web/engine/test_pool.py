"""The pool of worker processes: queues, priorities, deadlines."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from charkoni.web.engine.pool import Choice, Engine, EngineError
from charkoni.web.http.ledger import Ledger, User


def run(work: Callable[[Engine], Awaitable[Any]]) -> Any:
    async def all_of_it() -> Any:
        engine = Engine(1, ("mangala",))
        engine.start()
        try:
            return await asyncio.wait_for(work(engine), 120)
        finally:
            await engine.stop()

    return asyncio.run(all_of_it())


def choose(engine: Engine, user: str, spec: str = "random", wanted: Callable[[], bool] = lambda: True) -> Any:
    return engine.choose(User("here", user), "mangala", "", ["1"], spec, 1, wanted)


def test_a_move_comes_from_another_process_and_old_questions_are_dropped() -> None:
    async def work(engine: Engine) -> None:
        thought = await choose(engine, "a", "mcts:50")
        assert isinstance(thought, Choice)
        assert thought.move in "123456"
        assert engine.progress == (1, 1)
        assert await choose(engine, "a", wanted=lambda: False) is None
        order: list[str] = []

        async def ask(user: str) -> None:
            await choose(engine, user, "mcts:3000")
            order.append(user)

        await asyncio.gather(*(ask(user) for user in "aaaab"))
        assert order.index("b") <= 2, "a user with few requests does not wait behind one with many"
        with pytest.raises(EngineError):
            await choose(engine, "a", "nonsense")
        engine._workers[0]._process.kill()
        with pytest.raises(EngineError):
            await choose(engine, "a")
        assert (await choose(engine, "a")).move in "123456", "a process that died is replaced"

    run(work)


def test_users_who_are_overdrawn_wait_behind_all_others_with_every_fourth_turn() -> None:
    async def order() -> str:
        ledger = Ledger()
        ledger.charge(User("crowd"), "thinking", 10_000)
        engine = Engine(0, ("mangala",), ledger)
        engine._events["mangala"].set()
        asked = [engine.find(User(name), "mangala", "", (), name) for name in ("crowd", *["crowd"] * 2, *["home"] * 5)]
        waiting = [asyncio.create_task(each) for each in asked]
        await asyncio.sleep(0)
        taken = [engine._next_queue().take().user.address[0] for _ in asked]
        for task in waiting:
            task.cancel()
        return "".join(taken)

    assert asyncio.run(order()) == "hhhchhcc"
