"""A PostgreSQL server for the tests: in a folder of its own, on loopback, ended by its id."""

import os
import pwd
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.setting_up import alone, install_packages


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
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def running(programs: Path, folder: Path) -> Iterator[str]:
    """Run a server and yield the address of an empty database."""
    data, port = folder / "data", _free_port()
    user = {"user": "postgres"} if os.geteuid() == 0 else {}
    if user:
        account = pwd.getpwnam("postgres")
        folder.chmod(0o755)
        for parent in folder.parents:  # the way to the folder must be open for the other user
            if parent.owner() == "root" and str(parent).startswith("/tmp/"):
                parent.chmod(parent.stat().st_mode | 0o111)
        data.mkdir()
        os.chown(data, account.pw_uid, account.pw_gid)
    initdb = [programs / "initdb", "-D", data, "-U", "charkoni", "-A", "trust", "-E", "UTF8", "--no-sync"]
    subprocess.run(initdb, check=True, capture_output=True, cwd="/", **user)  # type: ignore[call-overload]
    options = ["-D", data, "-h", "127.0.0.1", "-p", str(port), "-k", "", "-c", "fsync=off"]
    server = subprocess.Popen(  # type: ignore[call-overload]
        [programs / "postgres", *options], cwd="/", stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **user
    )
    try:
        _wait_for(port)
        yield f"postgresql://charkoni@127.0.0.1:{port}/postgres"
    finally:
        server.terminate()
        server.wait(20)


def _wait_for(port: int) -> None:
    for _ in range(200):
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            time.sleep(0.05)
    raise TimeoutError("PostgreSQL does not start")
