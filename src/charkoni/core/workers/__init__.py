"""Work handed out to this process, to several processes, or to a Ray cluster.

A runner is called with a function and its tasks, and yields the results in the order of completion.  Function, tasks
and results must be picklable; the result of a task must depend on the task alone, not on the worker that computes it.
Closing the generator stops the work.  If a worker or its machine dies, its task is repeated by another worker; a task
that killed DEATHS workers ends the work.
"""

from charkoni.core.workers.processes import (
    DEATHS,
    DeferredInterrupt,
    ProcessRunner,
    Runner,
    WorkerDied,
    in_order,
    run_here,
)
from charkoni.core.workers.ray_cluster import BadCluster, RayRunner
from charkoni.core.workers.worker_process import WorkerProcess, answer_requests

__all__ = [
    "DEATHS",
    "BadCluster",
    "DeferredInterrupt",
    "ProcessRunner",
    "RayRunner",
    "Runner",
    "WorkerDied",
    "WorkerProcess",
    "answer_requests",
    "in_order",
    "run_here",
    "runner_of",
]


def runner_of(processes: int, address: str | None = None, cores: int = 1) -> Runner:
    """Return the runner of a number of processes, or of a Ray cluster at an address; raise BadCluster.

    processes: the number of concurrent tasks; on a cluster 1 means as many as it has room for.  cores: of each task.
    """
    if address is not None:
        return RayRunner(address, processes, cores)
    return run_here if processes == 1 else ProcessRunner(processes)
