"""The server process: port, log, memory and signals of `charkoni serve`."""

import asyncio
import contextlib
import ctypes
import errno
import gc
import json
import logging
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import BinaryIO

import uvicorn
from fastapi import FastAPI
from sqlalchemy import make_url
from starlette.types import ASGIApp

from charkoni.core.errors import N_, BadText, Reason
from charkoni.core.files.atomic_files import lock
from charkoni.core.files.data_files import read_texts
from charkoni.web.app import create_app, lifespan
from charkoni.web.classroom.rooms import Classrooms
from charkoni.web.config import Settings, shown_address
from charkoni.web.engine.warm import freeze_heap
from charkoni.web.engine.worker import Worker
from charkoni.web.http.connections import RESERVED, AdmissionProtocol, ConnectionLimits, raise_descriptor_limit
from charkoni.web.http.network_access import NetworkAccess, private_addresses
from charkoni.web.live.hub import Hub
from charkoni.web.status import PREFIX
from charkoni.web.store import StoreError
from charkoni.web.tournaments.service import Tournaments

LARGEST_FRAME = 16 * 1024
"""Frames above this size end the connection at once; those above the protocol's own limit are refused politely."""

MOST_PORTS = 20
"""How many ports are tried in turn when the usual one is taken."""

LATE_S = 1.0
"""Seconds after which "waiting" is reported."""

BACKLOG = 2048
"""How many connections may wait to be accepted; as many as Uvicorn lets wait."""

SWITCH_S = 0.001
"""How long a thread of this process may keep the loop waiting, which has to answer people, for the interpreter."""

LONGEST_LINE = 8000
"""The most letters of a message, or of a trace, in the log."""

NETWORK_S = 5.0
"""How often a lesson looks in which networks this computer is."""

TRIM_S = 30.0
"""How often free memory is returned to the system."""

M_ARENA_MAX = -8
"""The option of the GNU C library for how many heaps the threads of a process may have."""


def serve(
    settings: Settings,
    report: Callable[[str, str], None],
    open_page: bool = False,
    may_differ: bool = False,
    worker: Worker | None = None,
    is_lesson: bool = False,
) -> None:
    """Serve until a signal ends it.

    report: called with "up" and the address; with "no browser" when the page cannot be shown; then, if games have to be
    compiled, with "waiting" and "ready"; with "network" and the address when the owner opens the local network, with
    "alone" when it is closed again.
    open_page: show the home page in a browser.  may_differ: another port is used when this one is taken.  worker: of
    the engine, started already.  is_lesson: open the local network, and a classroom unless there is one; "classroom" is
    reported with the address of its entry, and the page that is shown is its teacher's.
    Raises OSError when the port cannot be had, InUse or BadDatabase when the database cannot.
    """
    set_up_logs(is_plain=settings.dev or sys.stderr.isatty())
    # All threads share one heap: Python's threads run one at a time, and heaps of their own stay half empty.
    call_allocator("mallopt", M_ARENA_MAX, 1)
    os.umask(0o077)  # database, events and logs are for this user alone
    sys.setswitchinterval(SWITCH_S)
    descriptors = raise_descriptor_limit()
    limits = ConnectionLimits(max(0, descriptors - RESERVED), exempt=settings.proxies)
    with claimed(settings.database), bound(settings.host, settings.port, may_differ) as listener:
        app = create_app(settings)
        app.state.connections = limits
        config = configuration(app, settings, limits)
        gc.freeze()  # imports are permanent; `keep_heap_small` collects the rest later
        gc.enable()
        server = Server(config, app, report, open_page, worker, is_lesson)
        runner = asyncio.Runner(loop_factory=config.get_loop_factory())
        with contextlib.suppress(KeyboardInterrupt), runner:  # the usual way to end it, not a fault
            try:
                runner.run(server.serve([listener]))
            except StoreError as error:
                raise unusable(settings.database, error) from None


def configuration(app: ASGIApp, settings: Settings, limits: ConnectionLimits) -> uvicorn.Config:
    """Return how uvicorn serves the application; trusted proxies alone are believed about addresses."""
    return uvicorn.Config(
        app,
        host=settings.host,
        port=settings.port,
        ws="websockets-sansio",  # a quarter less memory per socket than the default
        ws_per_message_deflate=False,
        ws_max_size=LARGEST_FRAME,
        ws_ping_interval=None,
        log_config=None,
        server_header=False,
        timeout_graceful_shutdown=3,
        http=partial(AdmissionProtocol, limits),  # type: ignore[arg-type]  # called as the class would be
        lifespan="off",  # `Server` opens the application itself, so that its errors are raised here
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=list(settings.proxies),
    )


class ShortLines(logging.Formatter):
    """Log lines of at most `LONGEST_LINE` characters: a request may contain megabytes."""

    def format(self, record: logging.LogRecord) -> str:
        """Return a line, and the end of the trace."""
        return shortened(super().format(record))


class JsonLines(logging.Formatter):
    """One JSON object a line: time (UTC, ISO 8601), level, logger, message, and trace if there is one."""

    def format(self, record: logging.LogRecord) -> str:
        """Return a line."""
        fields: dict[str, object] = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": shortened(record.getMessage()),
        }
        if record.exc_info:
            fields["trace"] = shortened(self.formatException(record.exc_info))
        return json.dumps(fields, ensure_ascii=False)


def shortened(text: str) -> str:
    """Return a text without its middle when it is too long for a log."""
    return text if len(text) <= LONGEST_LINE else f"{text[: LONGEST_LINE // 2]} ... {text[-LONGEST_LINE // 2 :]}"


def set_up_logs(is_plain: bool) -> None:
    """Write logs to standard error: JSON lines, or plain ones for people."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(ShortLines("%(levelname)s %(name)s: %(message)s") if is_plain else JsonLines())
    logging.basicConfig(level=logging.INFO, handlers=[handler], force=True)
    for name in ("uvicorn.access", "uvicorn.error"):
        logging.getLogger(name).setLevel(logging.WARNING)


def bound(host: str, port: int, may_differ: bool) -> socket.socket:
    """Return a socket that listens at a port, or at a free one near it if it may differ; raise OSError.

    Two sockets may be bound to one port, but only one may listen.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for tried in [*range(port, min(port + MOST_PORTS, 65536)), 0] if may_differ and port else [port]:
        listener = socket.socket(family, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, tried))
            listener.listen(BACKLOG)
        except (UnicodeError, TypeError):  # of the encoding of host names
            listener.close()
            raise OSError(errno.EADDRNOTAVAIL, os.strerror(errno.EADDRNOTAVAIL), f"{host}:{port}") from None
        except OSError as error:
            listener.close()
            if error.errno != errno.EADDRINUSE or not may_differ:
                raise OSError(error.errno, error.strerror, f"{host}:{port}") from None
        else:
            return listener
    raise OSError(errno.EADDRINUSE, os.strerror(errno.EADDRINUSE), f"{host}:{port}")


class InUse(BadText):
    """Another server uses the database, which cannot be shared."""


_IN_USE = N_("another server uses this database; several servers together need PostgreSQL: {option}")


@contextlib.contextmanager
def claimed(database: str) -> Iterator[None]:
    """Keep a database that is a file for this process alone; raise InUse.

    SQLite notifies no other process of a move.  Locked are a file beside the database, found through symbolic links,
    and the database itself, which has several names where there are hard links.  The locks are released when the
    process ends, however it ends.
    """
    path = make_url(database).database
    if not database.startswith("sqlite") or not path or not Path(path).absolute().parent.is_dir():
        yield
        return
    file = Path(os.path.realpath(path))  # unlike that of Path it raises nothing for a loop of links
    with contextlib.ExitStack() as stack:
        locks: list[BinaryIO] = [stack.enter_context(file.with_name(f"{file.name}.lock").open("ab"))]
        if file.is_file():
            locks.append(stack.enter_context(file.open("rb")))
        if not all(map(lock, locks)):
            option = "--database postgresql://user@host/name"
            raise InUse(database, Reason("IN_USE", "", _IN_USE, {"option": option}))
        yield


class BadDatabase(BadText):
    """A database that cannot be opened."""


_PROBLEMS = read_texts(Path(__file__).with_name("database_errors.toml"))
"""By a part of the message of each known error its description."""
_OTHER_PROBLEM = N_("this database cannot be used: {problem}")


def unusable(database: str, error: StoreError) -> BadDatabase:
    """Return the refusal for an error that occurred when a database was opened; it shows no password."""
    template = next((line for part, line in _PROBLEMS.items() if part in str(error)), _OTHER_PROBLEM)
    return BadDatabase(shown_address(database), Reason("DATABASE", "", template, {"problem": str(error)}))


def has_display() -> bool:
    """Return whether this machine has a display on which a browser can be opened."""
    names = ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")
    return sys.platform in ("darwin", "win32") or any(os.environ.get(name) for name in names)


def show_page(address: str) -> bool:
    """Open a page in the browser, and return whether there is a display for one.

    The browser has a process of its own, so that its output stays off the terminal.
    """
    if not has_display():
        return False
    quiet = subprocess.DEVNULL
    command = [sys.executable, "-m", "webbrowser", address]
    subprocess.Popen(command, stdin=quiet, stdout=quiet, stderr=quiet, start_new_session=True)
    return True


class Server(uvicorn.Server):
    """Uvicorn with reports of progress: when the server is up, and when the computer is ready to play."""

    def __init__(
        self,
        config: uvicorn.Config,
        app: FastAPI,
        report: Callable[[str, str], None],
        open_page: bool = False,
        worker: Worker | None = None,
        is_lesson: bool = False,
    ) -> None:
        super().__init__(config)
        self._lifespan = lifespan(app)
        self._hub: Hub = app.state.hub
        self._tournaments: Tournaments = app.state.tournaments
        self._network: NetworkAccess = app.state.network
        self._report = report
        self._opens_page = open_page
        self._worker = worker
        self._classrooms: Classrooms = app.state.classrooms
        self._classrooms.is_lesson = is_lesson
        self._name = ""
        self._tasks: list[asyncio.Task[None]] = []

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Open the application and the port, and report the address; raise StoreError."""
        await self._lifespan.__aenter__()
        if self._worker:
            await self._hub.engine.adopt(self._worker)
        await super().startup(sockets)
        if not self.should_exit:
            port = self.servers[0].sockets[0].getsockname()[1]
            host = self.config.host
            shown = "localhost" if host in ("127.0.0.1", "0.0.0.0", "::", "::1") else host
            address = f"http://{shown}:{port}/"
            self._name = f"{PREFIX}{host}:{port}"
            await self._hub.store.keep_value(self._name, address)
            self._network.opener = self.open_to
            self._report("up", address)
            if self._classrooms.is_lesson:
                address += await self._open_classroom(await asyncio.to_thread(private_addresses))
            if self._opens_page and not show_page(address):
                self._report("no browser", address)
            works = [self._report_progress(), keep_heap_small()]
            if self._classrooms.is_lesson:
                works.append(self._follow_network())
            self._tasks = [asyncio.create_task(work) for work in works]

    async def _open_classroom(self, hosts: Sequence[str]) -> str:
        """Open the network at the first address, and a classroom; report its entry, and return its teacher's page."""
        with contextlib.suppress(OSError):  # the page of the teacher says that no phone gets in, and proposes addresses
            await self._network.open(next(iter(hosts), ""))
        rooms = await self._classrooms.latest() or [await self._classrooms.create("")]
        room = await self._classrooms.find(rooms[0])
        assert room
        self._report("classroom", f"{self._network.origin}/r/{room.row.word}" if self._network.origin else "")
        return f"class/{room.row.id}"

    async def _follow_network(self) -> None:
        """Open the network as soon as this computer is in one, and have the way in shown again when it is in others.

        What was open once is not opened again: the owner may have closed it.
        """
        known, was_open = list[str](), bool(self._network.origin)
        while True:
            hosts = await asyncio.to_thread(private_addresses)
            was_open = was_open or bool(self._network.origin)
            if hosts != known and hosts and not was_open:
                await self._open_classroom(hosts)
            elif hosts != known:
                self._classrooms.show_again()
            known = hosts
            await asyncio.sleep(NETWORK_S)

    async def open_to(self, host: str) -> tuple[str, Callable[[], None]]:
        """Listen on an address of the local network, too; see `NetworkAccess`."""
        loop = asyncio.get_running_loop()
        listener = bound(host, self.servers[0].sockets[0].getsockname()[1], may_differ=True)

        def protocol() -> asyncio.Protocol:
            return self.config.http_protocol_class(  # type: ignore[call-arg]  # as uvicorn makes it
                config=self.config, server_state=self.server_state, app_state=self.lifespan.state, _loop=loop
            )

        self.servers.append(await loop.create_server(protocol, sock=listener, backlog=BACKLOG))
        from charkoni.tournament.printouts.addresses import in_address  # a start needs no tournaments

        origin = f"http://{in_address(host)}:{listener.getsockname()[1]}"
        self._report("network", f"{origin}/")
        return origin, self._close_again

    def _close_again(self) -> None:
        """Listen on this computer alone, and end the connections of others."""
        opened = self.servers.pop()
        host = opened.sockets[0].getsockname()[0]
        opened.close()
        for connection in list(self.server_state.connections):
            if connection.transport.get_extra_info("sockname")[0] == host:
                connection.shutdown()
        self._report("alone", "")

    async def _report_progress(self) -> None:
        """Report when the computer is ready, if it takes a while."""
        engine = self._hub.engine
        await asyncio.sleep(LATE_S)
        if self._hub.settings.workers and len(engine.ready) < len(engine.games):
            self._report("waiting", "")
            while len(engine.ready) < len(engine.games):
                await asyncio.sleep(0.2)
            self._report("ready", "")

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Send `bye` to all clients, answer the pages of events that wait for a change, then end."""
        for task in self._tasks:
            task.cancel()
        self._hub.announce_restart()
        with contextlib.suppress(StoreError):
            await self._hub.store.drop_value(self._name)
        await asyncio.sleep(0.05)
        # Streams end, and pages of events that wait are answered, when the port is closed, or they would come again.
        for release in (self._hub.announce_restart, self._tournaments.answer_waiting, self._classrooms.answer_waiting):
            asyncio.get_running_loop().call_soon(release)
        await super().shutdown(sockets)
        await self._lifespan.__aexit__(None, None, None)


def call_allocator(name: str, *arguments: int) -> None:
    """Call a function of the GNU C library's allocator, where that is used."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):  # another C library than GNU's
            getattr(ctypes.CDLL(None), name)(*arguments)


async def keep_heap_small() -> None:
    """Collect garbage of the start-up once, and return free memory to the system every `TRIM_S` seconds."""
    await asyncio.sleep(TRIM_S)
    await asyncio.to_thread(freeze_heap, is_whole=True)
    while True:
        call_allocator("malloc_trim", 0)  # takes milliseconds
        await asyncio.sleep(TRIM_S)
