"""What tests install for themselves: one test process at a time, the others wait and find it done."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def alone(what: str) -> Iterator[None]:
    """Keep other test processes of this user out while something is installed."""
    import fcntl  # not on Windows, where nothing is installed

    path = Path(tempfile.gettempdir()) / f"charkoni-{os.geteuid()}-{what}.lock"
    with path.open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def install_packages(*names: str) -> None:
    """Install Debian's packages where that is possible; whoever needs them looks whether they are there."""
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        return
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for arguments in (["update", "-qq"], ["install", "-qq", "-y", "--no-install-recommends", *names]):
        subprocess.run(["apt-get", *arguments], check=False, capture_output=True, timeout=900, env=environment)
