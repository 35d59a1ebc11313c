"""Tasks on the machines of a Ray cluster, which are reached by an address."""

import importlib
from collections.abc import Callable, Generator, Iterator

from charkoni.core.errors import N_, BadText, Reason
from charkoni.core.files.installation import install_command
from charkoni.core.workers.processes import DEATHS, R, T, WorkerDied

_NO_RAY = N_("many machines need Ray: {command}")
_NO_CLUSTER = N_("no Ray cluster answers there: {problem}")

LOST = ("WorkerCrashedError", "NodeDiedError", "LocalRayletDiedError", "OutOfMemoryError")
"""Errors of Ray for a worker that died with its task; a machine that is gone takes its workers along."""


class BadCluster(BadText):
    """An address of a cluster that cannot run tasks."""


class RayRunner:
    """Runs tasks on a Ray cluster: `count` at a time, or with 1 as many as it has room for; `cores` are for each."""

    def __init__(self, address: str, count: int = 1, cores: int = 1) -> None:
        """Connect to the cluster; raise BadCluster when Ray is not installed or no cluster answers."""
        try:
            self._cluster = importlib.import_module("ray")
        except ImportError:
            raise BadCluster(address, Reason("NO_RAY", "", _NO_RAY, {"command": install_command("ray")})) from None
        try:
            if not self._cluster.is_initialized():
                self._cluster.init(address=address, log_to_driver=False)
        except Exception as error:  # Ray raises errors of many kinds here
            problem = {"problem": " ".join(str(error).split())}
            raise BadCluster(address, Reason("NO_CLUSTER", "", _NO_CLUSTER, problem)) from error
        self._count = count
        self._cores = cores

    @property
    def count(self) -> int:
        """The number of concurrent tasks; it changes with machines that join or leave."""
        if self._count > 1:
            return self._count
        return max(int(self._cluster.cluster_resources().get("CPU", 1)) // self._cores, 1)

    def __call__(self, do: Callable[[T], R], tasks: Iterator[T | None], /) -> Generator[R, None, None]:
        """Yield the results of the tasks in the order of completion; raise WorkerDied."""
        remote = self._cluster.remote(num_cpus=self._cores, max_retries=0)(do)
        running: dict[object, tuple[T, int]] = {}
        again: list[tuple[T, int]] = []
        try:
            while True:
                while len(running) < self.count:
                    task, deaths = again.pop() if again else (next(tasks, None), 0)
                    if task is None:
                        break
                    running[remote.remote(task)] = task, deaths
                if not running:
                    return
                done, _ = self._cluster.wait(list(running), num_returns=1)
                task, deaths = running.pop(done[0])
                try:
                    result = self._cluster.get(done[0])
                except Exception as error:
                    if type(error).__name__ not in LOST:
                        raise
                    if deaths + 1 == DEATHS:
                        raise WorkerDied(f"workers died {DEATHS} times at the same task: {error}") from None
                    again.append((task, deaths + 1))
                else:
                    yield result
        finally:
            for each in running:
                self._cluster.cancel(each, force=True)
