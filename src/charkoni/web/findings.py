"""Findings about a server: what this machine can carry, and settings that are risky on it.

The same list is printed at the start, sent with the status of a running server, and continued by the doctor.
"""

import ipaddress
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from sqlalchemy import make_url

from charkoni.core.compiler import SWITCH, cache_root, own_folder
from charkoni.core.errors import Reason
from charkoni.core.files.data_files import read_file
from charkoni.web.config import NAMES, OTHER_VARIABLES, PREFIX, Settings
from charkoni.web.http.connections import RESERVED
from charkoni.web.http.origins import is_loopback

LEAST_DISK = 1 << 30
"""Free bytes below which a disk counts as nearly full: half a million games."""
LEAST_SECRET = 32
"""The minimum length of a secret that cannot be guessed."""
LEAST_CONNECTIONS = 400
"""Connections of a school of sixty telephones with six each."""
MEMORY_PER_PERSON = 256 * 1024
"""Bytes for a connected person and the game, twice what `bench/web.py` measures for 1,000 sockets."""
MOST_PEOPLE = 1000
"""The most sockets with which `bench/web.py` measures one process."""
EARLIEST = 1_767_225_600
"""2026-01-01 in seconds since 1970: an earlier clock is wrong."""

FINE, WARNING, PROBLEM = "✓!✗"
"""The marks of findings: nothing to do; better done differently; the server cannot work so."""


_TEXTS = read_file(dict[str, dict[str, str]], Path(__file__).with_suffix(".toml"))
SUBJECTS = _TEXTS["subjects"]
"""What findings are about, in the order of the examination."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What there is to say about one of SUBJECTS.  mark: FINE, WARNING or PROBLEM."""

    subject: str
    mark: str
    text: Reason


def finding(subject: str, mark: str, code: str, /, **values: object) -> Finding:
    """Return a finding from the code of its sentence."""
    return Finding(subject, mark, Reason(code, "", _TEXTS["texts"][code], values))


def capacity(settings: Settings) -> Finding:
    """Return what this machine can carry, by its limit of open files and its free memory."""
    people = max(0, min(_connections(), _free_memory() // MEMORY_PER_PERSON, MOST_PEOPLE))
    rounded = people if people < 100 else people // 100 * 100
    code = "CAPACITY" if settings.workers else "NO_COMPUTER"
    return finding("machine", FINE, code, people=rounded, workers=settings.workers)


def network_address(settings: Settings, address: str) -> str:
    """Return the address of the pages for others in the network; "" where only this machine reaches them.

    address: the one for this machine.  Where names are set by origins, people know those.
    """
    from charkoni.tournament.printouts.addresses import in_address, lan_address  # a start needs no tournaments

    own = "" if settings.origins or settings.host not in ("0.0.0.0", "::") else lan_address()
    return f"http://{in_address(own)}:{urlsplit(address).port}/" if own else ""


def warnings(settings: Settings) -> Iterator[Finding]:
    """Yield a warning for each setting that is careless on this machine."""
    secure = [origin for origin in settings.origins if origin.startswith("https:")]
    if not is_loopback(settings.host):
        if not secure:
            yield finding("settings", WARNING, "OPEN")
        if settings.dev:
            yield finding("settings", WARNING, "DEV")
        if hasattr(os, "geteuid") and os.geteuid() == 0:
            yield finding("settings", WARNING, "ROOT")
    if settings.secret and len(settings.secret) < LEAST_SECRET:
        yield finding("settings", WARNING, "SECRET", name="CHARKONI_SECRET", least=LEAST_SECRET)
    for network in settings.proxies:
        if ipaddress.ip_network(network).prefixlen == 0:
            yield finding("proxies", WARNING, "PROXIES", network=network)
    if secure and not settings.proxies:
        yield finding("proxies", WARNING, "NO_PROXY", origin=secure[0])
    if settings.budget_factor == 0:
        yield finding("settings", WARNING, "RATE", name="CHARKONI_BUDGET_FACTOR")
    yield from _of_sources(settings)
    yield from _of_folder(settings)
    if _connections() < LEAST_CONNECTIONS:
        yield finding("settings", WARNING, "CONNECTIONS", connections=_connections())
    if SWITCH not in os.environ and not own_folder(cache_root()):
        yield finding("compiler", WARNING, "CACHE", folder=cache_root(), setting="CHARKONI_CACHE")
    if time.time() < EARLIEST:
        yield finding("clock", WARNING, "CLOCK", date=time.strftime("%Y-%m-%d %H:%M"))
    yield from (Finding("settings", WARNING, reason) for reason in settings.renamed)


def _of_sources(settings: Settings) -> Iterator[Finding]:
    """Yield warnings about secret files readable by others, and about unknown variables."""
    secrets = ["secret", "database"] if make_url(settings.database).password else ["secret"]
    for source in sorted({settings.chosen[name].source for name in secrets if name in settings.chosen}):
        file = Path(source).expanduser()
        if os.name == "posix" and file.is_file() and file.stat().st_mode & 0o077:
            yield finding("settings", WARNING, "READABLE", file=file)
    known = {*OTHER_VARIABLES, *(f"{PREFIX}{name.upper()}" for name in NAMES)}
    for name in sorted(os.environ):
        if name.startswith(PREFIX) and name not in known:
            yield finding("settings", WARNING, "UNKNOWN", name=name)


def _of_folder(settings: Settings) -> Iterator[Finding]:
    """Yield warnings about the folder of a database that is a file."""
    if settings.database_file is None:
        return
    folder = disk_folder(settings.database_file)
    free = shutil.disk_usage(folder).free
    if free < LEAST_DISK:
        yield finding("disk", WARNING, "DISK", free=free >> 20)
    if folder.is_relative_to(Path(tempfile.gettempdir()).absolute()):
        yield finding("settings", WARNING, "TEMPORARY", folder=folder)


def disk_folder(file: Path) -> Path:
    """Return the folder of a file, or the one above it where it is not made yet."""
    return next(folder for folder in file.absolute().parents if os.path.exists(folder))  # Path's raises for some


def _connections() -> int:
    """Return how many connections may be open by this process's limit of open files."""
    if sys.platform == "win32":
        return 8192  # the limit of its C library
    import resource  # not on Windows

    soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return 1_000_000 if soft == resource.RLIM_INFINITY else max(0, soft - RESERVED)


def _free_memory() -> int:
    """Return the bytes of memory that programs may still take; where the system does not tell, half of what it has."""
    try:
        lines = dict(line.split(":") for line in Path("/proc/meminfo").read_text().splitlines())
        return int(lines["MemAvailable"].split()[0]) * 1024
    except (OSError, ValueError, KeyError):
        pages = os.sysconf("SC_PHYS_PAGES") if hasattr(os, "sysconf") else 1 << 20
        return pages * 4096 // 2
