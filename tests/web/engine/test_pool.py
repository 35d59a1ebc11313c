"""The pool of worker processes: queues, priorities, deadlines."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from tests.web.conditions import until

from charkoni.web.engine import pool
from charkoni.web.engine.compilation import Stage
from charkoni.web.engine.pool import EnginePool
from charkoni.web.engine.worker import ChosenMove, EngineError
from charkoni.web.http.quotas import Quotas, User


def run(work: Callable[[EnginePool], Awaitable[Any]]) -> Any:
    """Let an engine with a full cache run, which has no interpreter."""

    async def all_of_it() -> Any:
        engine = EnginePool(1, ("mangala",))
        engine.start()
        try:
            return await asyncio.wait_for(work(engine), 120)
        finally:
            await engine.stop()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pool, "has_to_compile", lambda: False)
        return asyncio.run(all_of_it())


def choose(engine: EnginePool, user: str, spec: str = "random", wanted: Callable[[], bool] = lambda: True) -> Any:
    return engine.choose(User("here", user), "mangala", "", ["1"], spec, 1, wanted)


def test_a_move_comes_from_another_process_and_old_questions_are_dropped() -> None:
    async def work(engine: EnginePool) -> None:
        thought = await choose(engine, "a", "mcts:50")
        assert isinstance(thought, ChosenMove)
        assert thought.move in "123456"
        assert engine.stages_of("mangala")[0] > Stage.SEARCH
        assert await choose(engine, "a", wanted=lambda: False) is None
        order: list[str] = []

        async def ask(user: str) -> None:
            await choose(engine, user, "mcts:3000")
            order.append(user)

        await asyncio.gather(*(ask(user) for user in "aaaab"))
        assert order.index("b") <= 2, "a user with few requests does not wait behind one with many"
        with pytest.raises(EngineError):
            await choose(engine, "a", "nonsense")
        engine._workers[0].running.process.kill()
        with pytest.raises(EngineError):
            await choose(engine, "a")
        assert (await choose(engine, "a")).move in "123456", "a process that died is replaced"

    run(work)


def test_a_search_ends_when_nobody_wants_its_move_any_more_and_the_worker_goes_on() -> None:
    async def work(engine: EnginePool) -> None:
        await choose(engine, "a", "mcts:50")
        loop, process = asyncio.get_running_loop(), engine._workers[0].running.process.pid
        began, is_wanted = loop.time(), True
        answer = asyncio.create_task(choose(engine, "a", "mcts:20s", wanted=lambda: is_wanted))
        await until(lambda: not engine._searching.idle)
        assert not answer.done()
        is_wanted = False
        assert await answer is None
        asker = asyncio.create_task(choose(engine, "a", "mcts:20s"))
        await until(lambda: not engine._searching.idle)
        asker.cancel()
        assert (await choose(engine, "b")).move in "123456", "what a cancelled asker had asked is given up, too"
        assert loop.time() < began + 10
        assert engine._workers[0].running.process.pid == process, "no process had to be ended for that"

    run(work)


class ScriptedWorker:
    """A worker whose answers the test gives, instead of a process."""

    def __init__(self, interprets: bool = False) -> None:
        self.interprets, self.is_stopped = interprets, False
        self.asked: asyncio.Queue[tuple[Any, ...]] = asyncio.Queue()
        self.answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()

    async def ask(self, request: tuple[Any, ...], seconds: float) -> Any:
        self.answer = asyncio.get_running_loop().create_future()
        self.asked.put_nowait(request)
        return await self.answer

    def interrupt(self) -> None:
        self.answer.set_exception(EngineError("it was ended"))

    def stop(self) -> None:
        """Nothing runs."""
        self.is_stopped = True


def scripted(
    work: Callable[[EnginePool, ScriptedWorker, ScriptedWorker], Awaitable[None]], has_to_compile: bool = True
) -> None:
    """Let an engine of two games run, at first with an empty cache; work gets it, its interpreter and its worker."""

    async def all_of_it() -> None:
        workers: dict[bool, ScriptedWorker] = {}

        def start(interprets: bool = False) -> ScriptedWorker:
            return workers[interprets]

        async def here(function: Callable[..., Any], *arguments: Any) -> Any:
            await asyncio.sleep(0)  # others get their turn, as they do while a thread works
            return function(*arguments)

        with pytest.MonkeyPatch.context() as patch:
            workers |= {False: ScriptedWorker(), True: ScriptedWorker(interprets=True)}
            patch.setattr(pool, "Worker", start)
            patch.setattr(pool, "has_to_compile", lambda: has_to_compile)
            patch.setattr(pool, "record_compiled", lambda: None)
            patch.setattr(pool.asyncio, "to_thread", here)
            engine = EnginePool(1, ("mangala", "mosty"))
            engine.start()
            try:
                await asyncio.wait_for(work(engine, workers[True], workers[False]), 20)
            finally:
                await engine.stop()

    asyncio.run(all_of_it())


def test_an_engine_uses_the_worker_that_was_started_before_it() -> None:
    async def begin(worker: pool.Worker, workers: int = 1) -> EnginePool:
        engine = EnginePool(workers, ("mangala", "mosty"))
        await engine.adopt(worker)
        return engine

    async def work() -> None:
        interpreter, loader, unused = ScriptedWorker(interprets=True), ScriptedWorker(), ScriptedWorker()
        engine = await begin(interpreter)  # type: ignore[arg-type]
        answer = asyncio.create_task(choose(engine, "a", "level=2"))
        assert (await interpreter.asked.get())[0] == "mangala", "before anything else is started"
        interpreter.answer.set_result(ChosenMove("1", None))
        assert await answer == ChosenMove("1", None)
        await asyncio.sleep(0)
        assert not interpreter.is_stopped, "it plays on until all is compiled"
        await engine.stop()
        assert interpreter.is_stopped
        engine = await begin(loader)  # type: ignore[arg-type]
        assert engine.progress == (2, 2), "there is nothing to compile for it"
        answer = asyncio.create_task(choose(engine, "a", "level=9"))
        assert (await loader.asked.get())[3] == "level=9"
        loader.answer.set_result(ChosenMove("2", None))
        assert await answer == ChosenMove("2", None)
        await begin(unused, 0)  # type: ignore[arg-type]
        assert unused.is_stopped

    asyncio.run(asyncio.wait_for(work(), 20))


def test_low_levels_play_while_the_game_they_wait_for_overtakes_the_compilation_of_another() -> None:
    async def work(engine: EnginePool, interpreter: ScriptedWorker, worker: ScriptedWorker) -> None:
        assert (await worker.asked.get())[0] == "mangala", "the first game begins"
        assert engine.is_ready_for("mosty", "level=2")
        assert not engine.is_ready_for("mosty", "level=9")
        move = asyncio.create_task(engine.choose(User("a"), "mosty", "", (), "level=2", 1, lambda: True))
        assert (await interpreter.asked.get())[:4] == ("mosty", "", (), "level=2")
        interpreter.answer.set_result(ChosenMove("r11", None))
        assert await move == ChosenMove("r11", None)
        for stage in Stage:
            name, *_, options = await worker.asked.get()
            assert (name, options) == ("mosty", {"stage": stage}), "the other game was interrupted"
            worker.answer.set_result(True)
        assert (await worker.asked.get())[0] == "mangala"
        assert engine.ready == {"mosty"}

    scripted(work)


def test_a_player_that_is_too_slow_as_plain_python_waits_for_its_kernels() -> None:
    async def work(engine: EnginePool, interpreter: ScriptedWorker, worker: ScriptedWorker) -> None:
        def ask() -> "asyncio.Task[ChosenMove | None]":
            return asyncio.create_task(engine.choose(User("a"), "mangala", "", (), "level=9", 1, lambda: True))

        slow = ask()
        await interpreter.asked.get()
        interpreter.answer.set_exception(EngineError("no answer in 5 s"))
        while not engine._too_slow:
            await asyncio.sleep(0)
        again = ask()
        for stage in (Stage.RULES, Stage.MOVES, Stage.SEARCH):
            assert (await worker.asked.get())[-1] == {"stage": stage}
            assert not slow.done()
            worker.answer.set_result(True)
        for _ in range(2):
            assert (await worker.asked.get())[3] == "level=9"
            worker.answer.set_result(ChosenMove("1", None))
        assert await slow == await again == ChosenMove("1", None)
        assert interpreter.asked.empty(), "it is not tried again"

    scripted(work)


def test_with_a_full_cache_nothing_is_compiled_ahead() -> None:
    async def work(engine: EnginePool, interpreter: ScriptedWorker, worker: ScriptedWorker) -> None:
        move = asyncio.create_task(engine.choose(User("a"), "mosty", "", (), "level=2", 1, lambda: True))
        assert (await worker.asked.get())[3] == "level=2"
        assert engine.ready == {"mangala", "mosty"}
        worker.answer.set_result(ChosenMove("r11", None))
        assert await move == ChosenMove("r11", None)
        assert worker.asked.empty()
        assert interpreter.asked.empty()

    scripted(work, has_to_compile=False)


def test_kernels_that_are_ready_first_are_used() -> None:
    async def work(engine: EnginePool, interpreter: ScriptedWorker, worker: ScriptedWorker) -> None:
        move = asyncio.create_task(engine.choose(User("a"), "mangala", "", (), "level=3", 1, lambda: True))
        await interpreter.asked.get()
        for _ in (Stage.RULES, Stage.MOVES):
            await worker.asked.get()
            worker.answer.set_result(True)
        assert (await worker.asked.get())[3] == "level=3", "requests go before further compilation"
        worker.answer.set_result(ChosenMove("3", None))
        assert await move == ChosenMove("3", None)

    scripted(work)


def test_low_levels_do_not_wait_for_a_worker_that_compiles_the_search_of_their_game() -> None:
    async def work(engine: EnginePool, interpreter: ScriptedWorker, worker: ScriptedWorker) -> None:
        engine.want("mangala")
        for _ in (Stage.RULES, Stage.MOVES):
            await worker.asked.get()
            worker.answer.set_result(True)
        assert (await worker.asked.get())[-1] == {"stage": Stage.SEARCH}
        move = asyncio.create_task(engine.choose(User("a"), "mangala", "", (), "level=2", 1, lambda: True))
        assert (await interpreter.asked.get())[3] == "level=2"
        interpreter.answer.set_result(ChosenMove("4", None))
        assert await move == ChosenMove("4", None)

    scripted(work)


def test_low_levels_that_are_asked_before_the_interpreter_has_started_are_played_by_it() -> None:
    async def work(engine: EnginePool, interpreter: ScriptedWorker, worker: ScriptedWorker) -> None:
        assert engine.is_ready_for("mangala", "level=2")
        move = asyncio.create_task(engine.choose(User("a"), "mangala", "", (), "level=2", 1, lambda: True))
        assert (await interpreter.asked.get())[3] == "level=2"
        interpreter.answer.set_result(ChosenMove("2", None))
        assert await move == ChosenMove("2", None)

    scripted(work)


def test_users_who_are_overdrawn_wait_behind_all_others_with_every_fourth_turn() -> None:
    async def order() -> str:
        quotas = Quotas()
        quotas.charge(User("crowd"), "thinking", 10_000)
        engine = EnginePool(0, ("mangala",), quotas)
        engine._order.give_up("mangala")
        asked = [engine.find(User(name), "mangala", "", (), name) for name in ("crowd", *["crowd"] * 2, *["home"] * 5)]
        waiting = [asyncio.create_task(each) for each in asked]
        await asyncio.sleep(0)
        jobs = [engine._searching.take() for _ in asked]
        assert all(job.request == ("mangala", "", (), "", 0, job.user.address, {}) for job in jobs)
        for task in waiting:
            task.cancel()
        return "".join(job.user.address[0] for job in jobs)

    assert asyncio.run(order()) == "hhhchhcc"
