"""A process that answers requests through a pipe, one at a time: for a search, a compilation, a pairing."""

import multiprocessing
import signal
from collections.abc import Callable
from multiprocessing.connection import Connection

from charkoni.core.workers.processes import T, interrupts_blocked


class WorkerProcess:
    """A running process and the pipe to it; it ends with `stop`, or with this process."""

    def __init__(self, serve: Callable[..., None], *arguments: object) -> None:
        """Start the process: it calls `serve` with its end of the pipe and the arguments.  Raise OSError."""
        spawning = multiprocessing.get_context("spawn")
        self.pipe, far = spawning.Pipe()
        self.process = spawning.Process(target=_run, args=(far, serve, *arguments), daemon=True)
        try:
            with interrupts_blocked():
                self.process.start()
        except OSError:
            self.pipe.close()
            raise
        finally:
            far.close()

    def receive(self) -> object:
        """Return the answer to the oldest request; raise its exception, or EOFError or OSError for a dead process."""
        is_right, answer = self.pipe.recv()
        if not is_right:
            assert isinstance(answer, Exception)
            raise answer
        return answer

    def stop(self) -> None:
        """End the process, even during a request."""
        self.process.kill()
        self.process.join()
        self.pipe.close()


def _run(pipe: Connection, serve: Callable[..., None], *arguments: object) -> None:
    """Leave Ctrl-C to the process at the other end, and serve."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    serve(pipe, *arguments)


def answer_requests(
    pipe: Connection, answer: Callable[[T], object], errors: tuple[type[Exception], ...] = (Exception,)
) -> None:
    """Answer the requests from a pipe until it is closed.

    A reply is (True, answer), or (False, exception) for one of these errors; another exception ends the process.
    """
    while True:
        try:
            request = pipe.recv()
        except (EOFError, OSError):
            return
        reply: tuple[bool, object]
        try:
            reply = True, answer(request)
        except errors as error:
            reply = False, error
        try:
            pipe.send(reply)
        except OSError:  # nobody is there any more
            return
