"""Programs for tests, forked from a process that has imported the package: a start costs a tenth of the processor time.

`Program` is `python -m charkoni` with arguments, but for the start of Python itself and the imports.  The server
process is started by the first program of a test process, one for each way to run kernels, and ends with the test
process.  What concerns the start of Python (encodings, closed streams) is tested with real processes.
"""

import contextlib
import functools
import gc
import importlib
import json
import os
import pkgutil
import select
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import termios
import weakref
from collections.abc import Mapping
from fcntl import ioctl
from pathlib import Path
from typing import IO, Any, Self

ROOT = Path(__file__).resolve().parents[1]
SERVER = """
import sys
sys.path.append(sys.argv[1])
from tests import fork_server
fork_server.serve(int(sys.argv[2]))
"""
IMPORTED = ("PYTHONPATH", "HOME", "CHARKONI_CACHE", "XDG_CACHE_HOME")
"""Variables that are read when the package is imported, besides those of Numba."""


class Program:
    """A running `charkoni`, with the methods and attributes of `subprocess.Popen` that tests need.

    Streams are file descriptors, by default the null device; `subprocess.PIPE` makes a pipe of text.
    terminal: whether its standard input becomes its controlling terminal.
    """

    def __init__(
        self,
        *arguments: object,
        env: Mapping[str, str] | None = None,
        stdin: int = subprocess.DEVNULL,
        stdout: int = subprocess.DEVNULL,
        stderr: int = subprocess.DEVNULL,
        cwd: Path | None = None,
        terminal: bool = False,
    ) -> None:
        variables = dict(os.environ if env is None else env)
        self.args = ["charkoni", *map(str, arguments)]
        self.stdin: IO[str] | None = None
        self.stdout: IO[str] | None = None
        self.stderr: IO[str] | None = None
        self.returncode: int | None = None
        self._ended, exit_code = os.pipe()
        weakref.finalize(self, os.close, self._ended)
        temporary = [exit_code]
        if stdin == subprocess.PIPE:
            stdin, writing = os.pipe()
            temporary.append(stdin)
            self.stdin = os.fdopen(writing, "w", encoding="utf-8")
        if stdout == subprocess.PIPE:
            reading, stdout = os.pipe()
            temporary.append(stdout)
            self.stdout = os.fdopen(reading, encoding="utf-8")
        if stderr == subprocess.PIPE:
            reading, stderr = os.pipe()
            temporary.append(stderr)
            self.stderr = os.fdopen(reading, encoding="utf-8")
        with open(os.devnull, "r+b", buffering=0) as null:
            streams = [null.fileno() if each == subprocess.DEVNULL else each for each in (stdin, stdout, stderr)]
            request = {"arguments": self.args, "env": variables, "cwd": str(cwd or Path.cwd()), "terminal": terminal}
            self.pid = _fork(_server(sys.executable, *_mode(variables))[0], request, [*streams, exit_code])
        for each in temporary:
            os.close(each)

    def poll(self) -> int | None:
        """Return the exit code, minus the signal that ended it, or None while it runs."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.wait(0)
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """Wait for the end and return the exit code; raise `subprocess.TimeoutExpired`."""
        if self.returncode is None:
            if not select.select([self._ended], [], [], timeout)[0]:
                raise subprocess.TimeoutExpired(self.args, timeout or 0)
            self.returncode = os.waitstatus_to_exitcode(struct.unpack("i", os.read(self._ended, 4))[0])
        return self.returncode

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Close the streams and wait for the end."""
        for stream in (self.stdin, self.stdout, self.stderr):
            if stream:
                stream.close()
        self.wait()

    def send_signal(self, signum: int) -> None:
        """Send a signal, if it still runs."""
        if self.poll() is None:
            os.kill(self.pid, signum)

    def kill(self) -> None:
        """Kill it."""
        self.send_signal(signal.SIGKILL)


def output(*arguments: object, cwd: Path, env: Mapping[str, str]) -> str:
    """Run a program that must succeed in a folder, and return what it printed, both streams together."""
    with tempfile.TemporaryFile("w+", encoding="utf-8") as printed:
        code = Program(*arguments, cwd=cwd, env=env, stdout=printed.fileno(), stderr=printed.fileno()).wait()
        printed.seek(0)
        text = printed.read()
    assert code == 0, f"{arguments}\n{text}"
    return text


def _mode(variables: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """Return the variables on which a server's imports depend."""
    return tuple(sorted(each for each in variables.items() if each[0].startswith("NUMBA_") or each[0] in IMPORTED))


@functools.cache
def _server(executable: str, *mode: tuple[str, str]) -> tuple[socket.socket, "subprocess.Popen[bytes]"]:
    """Return the connection to a server of this mode, started at the first call; it ends when this process ends."""
    ours, its = socket.socketpair()
    others = {name: text for name, text in os.environ.items() if not name.startswith("NUMBA_") and name not in IMPORTED}
    variables = others | dict(mode) | {"OPENBLAS_NUM_THREADS": "1"}  # a process with threads is not forked
    with its:
        command = [executable, "-c", SERVER, str(ROOT), str(its.fileno())]
        process = subprocess.Popen(command, env=variables, pass_fds=[its.fileno()])
    return ours, process


def _fork(server: socket.socket, request: Mapping[str, Any], streams: list[int]) -> int:
    """Let a server fork a program with these streams; return its process id."""
    body = json.dumps(request).encode()
    socket.send_fds(server, [struct.pack("i", len(body))], streams)
    server.sendall(body)
    return int(struct.unpack("i", server.recv(4, socket.MSG_WAITALL))[0])


def serve(connection: int) -> None:
    """Fork a program for every request; return in the programs, whose exit codes are written to their pipes."""
    _import_everything()
    running: dict[int, int] = {}
    waking, wakened = os.pipe()
    os.set_blocking(wakened, False)
    signal.set_wakeup_fd(wakened)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with socket.socket(fileno=connection) as control:
        while True:
            ready, _, _ = select.select([control, waking], [], [])
            if waking in ready:
                os.read(waking, 4096)
            for pid in [each for each in running if os.waitid(os.P_PID, each, os.WEXITED | os.WNOHANG | os.WNOWAIT)]:
                status = os.waitpid(pid, 0)[1]
                with contextlib.suppress(BrokenPipeError):
                    os.write(running[pid], struct.pack("i", status))
                os.close(running.pop(pid))
            if control in ready:
                head, streams, _, _ = socket.recv_fds(control, 4, 4)
                if not head:
                    os._exit(0)
                request = json.loads(control.recv(struct.unpack("i", head)[0], socket.MSG_WAITALL))
                if "serve" in request["arguments"]:
                    _import_server()
                if (pid := os.fork()) == 0:
                    signal.set_wakeup_fd(-1)
                    for each in (waking, wakened, streams.pop(), *running.values()):
                        os.close(each)
                    break
                running[pid] = streams.pop()
                control.sendall(struct.pack("i", pid))
                for each in streams:
                    os.close(each)
    _become(request, streams)
    importlib.import_module("charkoni.cli.main").main()


def _import_everything() -> None:
    """Import what all programs need, the games included."""
    import charkoni.cli

    for module in pkgutil.walk_packages(charkoni.cli.__path__, "charkoni.cli."):
        importlib.import_module(module.name)
    for name in charkoni.games():
        charkoni.game(name)
    gc.collect()
    gc.freeze()  # programs do not copy the memory of all objects


def _import_server() -> None:
    """Import what `charkoni serve` needs besides."""
    importlib.import_module("charkoni.web.serve")


def _become(request: Mapping[str, Any], streams: list[int]) -> None:
    """Make this process the program of a request."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if request["terminal"]:
        os.setsid()
        ioctl(streams[0], termios.TIOCSCTTY, 0)
    for target, stream in enumerate(streams):
        os.dup2(stream, target)
        os.close(stream)
    sys.stdin = sys.__stdin__ = os.fdopen(0, encoding="utf-8", closefd=False)  # type: ignore[misc]
    sys.stdout = sys.__stdout__ = os.fdopen(1, "w", encoding="utf-8", closefd=False)  # type: ignore[misc]
    sys.stderr = sys.__stderr__ = os.fdopen(2, "w", 1, "utf-8", "backslashreplace", closefd=False)  # type: ignore[misc]
    os.environ.clear()
    os.environ.update(request["env"])
    os.chdir(request["cwd"])
    sys.argv = request["arguments"]
