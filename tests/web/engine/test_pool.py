"""The pool of worker processes: queues, priorities, deadlines."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from charkoni.web.engine.fair_queue import User
from charkoni.web.engine.pool import Choice, Engine, EngineError


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
