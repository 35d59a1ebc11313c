"""A PostgreSQL server for the tests: in a folder of its own, on loopback, ended by its id."""

import contextlib
import os
import pwd
import random
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import psycopg
from tests.installation import alone, install_packages


def install() -> Path | None:
    """Return the folder of PostgreSQL's programs; as root install Debian's package if it is missing."""
    with alone("postgresql"):
        if not _binaries():
            install_packages("postgresql")
        return _binaries()[-1] if _binaries() else None


def _binaries() -> list[Path]:
    """Return the folders with a server's programs, the newest last."""
    found = (path.parent for path in Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    return sorted(found, key=lambda path: int(path.parent.name))


def _free_port() -> int:
    """Return a free port outside the ephemeral range: it must still be free after a restart."""
    for port in random.sample(range(20_000, 32_000), 50):
        with contextlib.suppress(OSError), socket.socket() as probe:
            probe.bind(("127.0.0.1", port))
            return port
    raise OSError("no port is free")


class Cluster:
    """A database server that can be ended and started again."""

    def __init__(self, programs: Path, folder: Path) -> None:
        self._user = {"user": "postgres"} if os.geteuid() == 0 else {}
        self._programs, self._data, self._port = programs, folder / "data", _free_port()
        if self._user:
            account = pwd.getpwnam("postgres")
            folder.chmod(0o755)
            self._data.mkdir()
            os.chown(self._data, account.pw_uid, account.pw_gid)
        initdb = [programs / "initdb", "-D", self._data, "-U", "charkoni", "-A", "trust", "-E", "UTF8", "--no-sync"]
        subprocess.run(initdb, check=True, capture_output=True, cwd="/", **self._user)  # type: ignore[call-overload]
        self.url = f"postgresql://charkoni@127.0.0.1:{self._port}/postgres"
        self.start()

    def start(self) -> None:
        options = ["-D", self._data, "-h", "127.0.0.1", "-p", str(self._port), "-k", "", "-c", "fsync=off"]
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": "/"}
        self._server = subprocess.Popen(  # type: ignore[call-overload]
            [self._programs / "postgres", *options], **quiet, **self._user
        )
        _wait_for(self.url)

    def stop(self) -> None:
        """End the server at once, with all its connections."""
        self._server.send_signal(signal.SIGINT)
        self._server.wait(20)


@contextlib.contextmanager
def running(programs: Path) -> Iterator[Cluster]:
    """Run a database server with an empty database.

    Its folder is not pytest's: every start of pytest closes that one to other users, and as root PostgreSQL is one.
    """
    with tempfile.TemporaryDirectory(prefix="charkoni-postgres-") as folder:
        cluster = Cluster(programs, Path(folder))
        try:
            yield cluster
        finally:
            cluster.stop()


def _wait_for(url: str) -> None:
    """Wait until a server takes connections; its port is open before."""
    for _ in range(1200):
        try:
            psycopg.connect(url, connect_timeout=5).close()
            return
        except psycopg.OperationalError:
            time.sleep(0.05)
    raise TimeoutError("PostgreSQL does not start")
