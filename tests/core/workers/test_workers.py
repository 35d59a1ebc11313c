"""Tasks handed out to processes and to Ray clusters: order, deaths, Ctrl-C."""

import os
import signal
import subprocess
import sys
import threading
from concurrent.futures import Future
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from charkoni.core.workers import (
    BadCluster,
    ProcessRunner,
    RayRunner,
    WorkerDied,
    in_order,
    processes,
    run_here,
    runner_of,
)


def double(number: int) -> int:
    """A task of these tests."""
    return 2 * number


class InterruptedPool:
    """An executor in which Ctrl-C arrives while a task is handed over; the task is done at once."""

    def __init__(self, interrupted: int) -> None:
        self.interrupted, self.submitted, self.is_shut_down = interrupted, 0, False

    def submit(self, do: Any, task: Any) -> "Future[Any]":
        future: Future[Any] = Future()
        if self.submitted == self.interrupted:
            signal.raise_signal(signal.SIGINT)
        self.submitted += 1
        future.set_result(do(task))
        return future

    def shutdown(self, **_: Any) -> None:
        signal.raise_signal(signal.SIGINT)
        self.is_shut_down = True


@pytest.fixture
def pool(monkeypatch: pytest.MonkeyPatch) -> InterruptedPool:
    pool = InterruptedPool(3)
    monkeypatch.setattr(processes, "_executor", lambda: pool)
    return pool


def test_ctrl_c_interrupts_no_call_of_the_executor_and_loses_no_game(pool: InterruptedPool) -> None:
    lines: list[Any] = []
    with pytest.raises(KeyboardInterrupt):
        lines.extend(ProcessRunner(2)(double, iter(range(100))))
    assert (pool.submitted, pool.is_shut_down) == (4, True)
    assert sorted(lines) == [0, 2, 4, 6]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_ctrl_c_while_the_games_are_taken_is_raised_when_they_are_closed(pool: InterruptedPool) -> None:
    finished = ProcessRunner(2)(double, iter(range(3)))
    next(finished)
    signal.raise_signal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt):
        finished.close()


def test_other_threads_have_no_handler(pool: InterruptedPool) -> None:
    pool.interrupted = -1
    pool.shutdown = lambda **_: None  # type: ignore[method-assign]
    lines: list[Any] = []
    thread = threading.Thread(target=lambda: lines.extend(ProcessRunner(2)(double, iter(range(4)))))
    thread.start()
    thread.join()
    assert len(lines) == 4


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="no masks of signals there")
def test_a_worker_is_not_interrupted_as_it_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that is started while a task is handed over cannot be interrupted from its first instruction."""
    code = "import os, signal; os.kill(os.getpid(), signal.SIGINT); print('unhurt')"

    class StartingPool(InterruptedPool):
        def submit(self, _: Any, task: Any) -> "Future[Any]":
            future: Future[Any] = Future()
            future.set_result(subprocess.run([sys.executable, "-S", "-c", code], capture_output=True, text=True).stdout)
            return future

        def shutdown(self, **_: Any) -> None:
            pass

    monkeypatch.setattr(processes, "_executor", lambda: StartingPool(-1))
    assert list(ProcessRunner(1)(double, iter(range(1)))) == ["unhurt\n"]
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, [])


# --- deaths and order -------------------------------------------------------------------------------------------------


class MortalPool:
    """An executor of a process that dies at its first tasks."""

    deaths = 0

    def submit(self, do: Any, task: Any) -> "Future[Any]":
        future: Future[Any] = Future()
        if task == 1 and MortalPool.deaths:
            MortalPool.deaths -= 1
            future.set_exception(processes.BrokenProcessPool())
        else:
            future.set_result(do(task))
        return future

    def shutdown(self, **_: Any) -> None:
        pass


@pytest.mark.parametrize(("deaths", "ends"), [(2, True), (3, False)])
def test_a_dead_process_is_replaced_but_not_for_ever(monkeypatch: pytest.MonkeyPatch, deaths: int, ends: bool) -> None:
    monkeypatch.setattr(processes, "_executor", MortalPool)
    MortalPool.deaths = deaths
    if ends:
        assert sorted(ProcessRunner(2)(double, iter(range(4)))) == [0, 2, 4, 6]
    else:
        with pytest.raises(WorkerDied, match="died 3 times at the same task"):
            list(ProcessRunner(1)(double, iter(range(4))))


def die_once(task: tuple[str, int]) -> int:
    """Kill the process that does task 1 for the first time; leave a line for every start of a task."""
    path, number = task
    with Path(path).open("a") as file:
        file.write(f"{number}\n")
    if number == 1 and Path(path).read_text().split().count("1") == 1:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


@pytest.mark.compiled_only
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no such signal there")
def test_a_killed_process_costs_its_task_alone(tmp_path: Path) -> None:
    path = tmp_path / "started"
    assert list(in_order(ProcessRunner(2), die_once, ((str(path), number) for number in range(5)))) == list(range(5))
    assert sorted(path.read_text().split()) == ["0", "1", "1", "2", "3", "4"]


def backwards(do: Any, tasks: Any) -> Any:
    """A runner whose first task is done last of those handed out at a time."""
    held: list[Any] = []
    for task in tasks:
        if task is None or len(held) == 3:
            while held:
                yield do(held.pop())
        if task is not None:
            held.append(task)
    while held:
        yield do(held.pop())


@pytest.mark.parametrize("ahead", [1, 2, 256])
def test_results_come_in_the_order_of_their_tasks(ahead: int) -> None:
    for runner in (run_here, backwards):
        assert list(in_order(runner, double, range(10), ahead)) == [2 * number for number in range(10)]


# --- clusters ---------------------------------------------------------------------------------------------------------


class NodeDiedError(Exception):
    """As Ray calls it."""


class FakeRay:
    """A cluster that does tasks at once and records the calls; its first `deaths` workers die."""

    def __init__(self, deaths: int = 0) -> None:
        self.cancelled: list[Any] = []
        self.deaths = deaths
        self.cores = 0

    def is_initialized(self) -> bool:
        return False

    def init(self, address: str, log_to_driver: bool) -> None:
        if address != "auto":
            raise ConnectionError(f"nobody\nat {address}")

    def cluster_resources(self) -> dict[str, float]:
        return {"CPU": 6.0}

    def remote(self, num_cpus: int, max_retries: int) -> Any:
        self.cores = num_cpus
        return lambda do: SimpleNamespace(remote=lambda task: (do, task, object()))

    def wait(self, running: list[Any], num_returns: int) -> tuple[list[Any], list[Any]]:
        return running[-1:], running[:-1]

    def get(self, handle: Any) -> Any:
        if self.deaths:
            self.deaths -= 1
            raise NodeDiedError("a node is gone")
        do, task, _ = handle
        return do(task)

    def cancel(self, handle: Any, force: bool) -> None:
        self.cancelled.append(handle)


def test_ray_is_imported_only_on_request(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(BadCluster, match=r"many machines need Ray: pip install .*\[ray\]'$"):
        RayRunner("auto", 2)


def test_tasks_on_a_cluster(monkeypatch: pytest.MonkeyPatch) -> None:
    cluster = FakeRay()
    monkeypatch.setitem(sys.modules, "ray", cluster)
    with pytest.raises(BadCluster, match="no Ray cluster answers there: nobody at far"):
        RayRunner("far", 2)
    assert sorted(RayRunner("auto", 2)(double, iter(range(5)))) == [0, 2, 4, 6, 8]
    results = RayRunner("auto", 3)(double, iter(range(5)))
    next(results)
    results.close()
    assert len(cluster.cancelled) == 2
    assert RayRunner("auto").count == 6
    assert runner_of(1, "auto", cores=4).count == 1  # type: ignore[attr-defined]


def test_a_lost_node_costs_a_task_each_and_a_deadly_task_ends_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", FakeRay(deaths=2))
    assert sorted(RayRunner("auto", 2)(double, iter(range(5)))) == [0, 2, 4, 6, 8]
    monkeypatch.setitem(sys.modules, "ray", FakeRay(deaths=3))
    with pytest.raises(WorkerDied, match="workers died 3 times at the same task: a node is gone"):
        list(RayRunner("auto", 2)(double, iter(range(1))))
