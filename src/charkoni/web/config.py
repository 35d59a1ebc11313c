"""Settings of a server, from options, environment and defaults, and the clocks of its machine."""

import importlib.util
import math
import os
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from ipaddress import ip_network
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import urlsplit

from platformdirs import user_data_path
from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

from charkoni.core.errors import BadText, Reason, mark
from charkoni.web.allowances import AGES, SCHOOLS, TARIFFS, Tariff, with_ages, with_budgets

USUAL_PORT = 8000
USUAL_POST_RATE = 2.0

_NUMBERS = ("pace", "idle_s", "evict_s", "post_rate", "message_rate")
"""Settings that have no option but a variable: CHARKONI_PACE and so on."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a server.

    database: an address of SQLAlchemy, `sqlite:///path` or `postgresql://user@host/name`.  origins: the web addresses
    of the pages where they are reached by a domain name: behind a proxy, or in the internet; addresses and names of
    this machine always count.  proxies: addresses of proxies whose word about the client's address and scheme is
    taken.  secret: signs cookies and keys;
    without it one is made and kept in the database.  workers: engine processes, 0 switches the computer off.  pace:
    pause in seconds before a computer's move is played.  gone_ms: how long an opponent may be away before the win can
    be claimed.  start_ms: time for the first move of a game with clocks.  idle_s: silence after which a socket is
    closed.  evict_s: disuse after which a game leaves the memory.  post_rate: forms a second of one guest; all other
    budgets of guests and addresses grow and shrink with it.  message_rate: messages a second on one socket.  events:
    folder of tournaments.  people: whether people of events are remembered for later ones: off; own, for the arbiters
    who have entered them; all, for all arbiters of the server.  schools: networks whose addresses are shared by many
    people.  tariffs: the budgets of expensive acts.  ages: for how many days data are kept.
    """

    database: str = ""
    host: str = "127.0.0.1"
    port: int = USUAL_PORT
    origins: tuple[str, ...] = ()
    proxies: tuple[str, ...] = ()
    secret: str = ""
    workers: int = -1
    pace: float = 0.6
    dev: bool = False
    gone_ms: int = 120_000
    start_ms: int = 30_000
    idle_s: float = 30.0
    evict_s: float = 120.0
    post_rate: float = USUAL_POST_RATE
    message_rate: float = 20.0
    events: str = ""
    people: str = "own"
    schools: tuple[str, ...] = SCHOOLS
    tariffs: Mapping[str, Tariff] = field(default_factory=lambda: TARIFFS)
    ages: Mapping[str, int] = field(default_factory=lambda: AGES)

    @property
    def hosts(self) -> frozenset[str]:
        """The host names of the origins."""
        return frozenset(filter(None, (urlsplit(origin).hostname for origin in self.origins)))

    @property
    def events_folder(self) -> Path:
        """The folder with the files of tournaments: beside a database that is a file, else among the user's data."""
        if self.events:
            return Path(self.events).expanduser()
        if self.database.startswith("sqlite:///"):
            return Path(self.database.removeprefix("sqlite:///")).parent / "events"
        return user_data_path("charkoni") / "events"

    @classmethod
    def from_environment(cls, **chosen: object) -> "Settings":
        """Return the chosen settings (None: not chosen), completed from CHARKONI_* variables and defaults.

        database: an address, or the plain path of a SQLite file.  Raises BadSetting.
        """
        values = {name: value for name, value in chosen.items() if value is not None}
        database = values.get("database") or os.environ.get("CHARKONI_DATABASE")
        values["database"] = database_url(str(database)) if database else usual_database()
        values.setdefault("secret", os.environ.get("CHARKONI_SECRET", ""))
        for name in ("origins", "proxies", "schools"):
            if os.environ.get(f"CHARKONI_{name.upper()}"):
                values.setdefault(name, tuple(os.environ[f"CHARKONI_{name.upper()}"].split()))
        if os.environ.get("CHARKONI_BUDGETS"):
            values.setdefault("tariffs", _budgets(os.environ["CHARKONI_BUDGETS"]))
        if os.environ.get("CHARKONI_AGES"):
            values.setdefault("ages", _ages(os.environ["CHARKONI_AGES"]))
        values.setdefault("events", os.environ.get("CHARKONI_EVENTS", ""))
        values.setdefault("people", os.environ.get("CHARKONI_PEOPLE", "") or "own")
        values.setdefault("workers", usual_workers())
        for name in _NUMBERS:
            text = os.environ.get(f"CHARKONI_{name.upper()}")
            if text:
                values.setdefault(name, _number(name, text))
        _check(values)
        return cls(**values)  # type: ignore[arg-type]  # callers check names


class BadSetting(BadText):
    """A setting that cannot be used."""


_NO_HOST = mark("an address of this machine is needed; 127.0.0.1: for this machine alone, 0.0.0.0: for everybody")
_BAD_ORIGIN = mark("an origin is the beginning of the pages' addresses, as in https://charkoni.example")
_BAD_PROXY = mark("a proxy is named by its IP address or network, as in 127.0.0.1 or 10.0.0.0/8")
_BAD_NUMBER = mark("{name} is a number that is not negative")
_BAD_DATABASE = mark("a database is a file or an address such as {example}")
_BAD_SCHOOL = mark("the network of a school is named as in 203.0.113.0/24")
_BAD_BUDGETS = mark("budgets are named as in {example}: what may be spent at once, and what comes back in an hour")
_BAD_AGES = mark("ages are named as in {example}: days, 0 for without end")
_BAD_PEOPLE = mark("people of events are remembered as {choices}")
PEOPLE = ("off", "own", "all")
_DATABASES = ("sqlite", "postgresql", "postgres")
_NO_DRIVER = mark("PostgreSQL needs one more package; install it with: {command}")


def _check(settings: Mapping[str, Any]) -> None:
    """Raise BadSetting for the first setting that cannot be used."""
    if "host" in settings and not str(settings["host"]).strip():
        raise BadSetting(str(settings["host"]), Reason("HOST", "", _NO_HOST))
    for origin in settings.get("origins", ()):
        if not _is_origin(origin):
            raise BadSetting(origin, Reason("ORIGIN", "", _BAD_ORIGIN))
    for proxy in settings.get("proxies", ()):
        if not _is_network(proxy):
            raise BadSetting(proxy, Reason("PROXY", "", _BAD_PROXY))
    for network in settings.get("schools", ()):
        if not _is_network(network):
            raise BadSetting(network, Reason("SCHOOL", "", _BAD_SCHOOL))
    if settings.get("people", "own") not in PEOPLE:
        raise BadSetting(str(settings["people"]), Reason("PEOPLE", "", _BAD_PEOPLE, {"choices": ", ".join(PEOPLE)}))
    if not _is_database(settings["database"]):
        raise BadSetting(
            settings["database"], Reason("DATABASE", "", _BAD_DATABASE, {"example": "postgresql://user@host/name"})
        )
    if settings["database"].startswith("postgres") and importlib.util.find_spec("psycopg") is None:
        command = "pip install 'charkoni[postgres]'"
        raise BadSetting("postgresql", Reason("NO_DRIVER", "", _NO_DRIVER, {"command": command}))


def _number(name: str, text: str) -> float:
    """Return the number of a variable; raise BadSetting."""
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not 0 <= number < math.inf:
        raise BadSetting(text, Reason("NUMBER", "", _BAD_NUMBER, {"name": f"CHARKONI_{name.upper()}"}))
    return number


def _budgets(text: str) -> dict[str, Tariff]:
    """Return the budgets of a variable; raise BadSetting."""
    try:
        return with_budgets(text)
    except ValueError:
        raise BadSetting(text, Reason("BUDGETS", "", _BAD_BUDGETS, {"example": "game.guest=20+120"})) from None


def _ages(text: str) -> dict[str, int]:
    """Return the ages of a variable; raise BadSetting."""
    try:
        return with_ages(text)
    except ValueError:
        raise BadSetting(text, Reason("AGES", "", _BAD_AGES, {"example": "finished=365"})) from None


def _is_origin(text: str) -> bool:
    try:
        parts = urlsplit(text)
        is_known = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port or 1) > 0
    except ValueError:  # a bad port or IPv6 address
        return False
    return is_known and parts.path in ("", "/") and not (parts.query or parts.fragment or parts.username)


def _is_network(text: str) -> bool:
    try:
        ip_network(text)
    except ValueError:
        return False
    return True


def _is_database(url: str) -> bool:
    try:
        address = make_url(url)
    except (ArgumentError, ValueError):
        return False
    is_file = address.get_backend_name() == "sqlite"
    return address.get_backend_name() in _DATABASES and not (is_file and address.database in (None, "", ":memory:"))


def database_url(text: str) -> str:
    """Return the address of a database: a text without a scheme is the path of a SQLite file."""
    return text if "://" in text else f"sqlite:///{Path(text).expanduser()}"


def usual_database() -> str:
    """Return the address of the database when none is named: a file among the user's data."""
    folder = user_data_path("charkoni")
    folder.mkdir(parents=True, exist_ok=True)
    return f"sqlite:///{folder / 'charkoni.db'}"


def usual_workers() -> int:
    """Return the usual number of engine processes: one core stays free for the server."""
    return max(1, (os.cpu_count() or 1) - 1)


def rule_page_file(name: str, lang: str) -> Path | None:
    """Return the Markdown file with the rules of a game in a language, else in English; None without any."""
    packed = Path(__file__).resolve().parent / "rule_pages"
    folder = packed if packed.is_dir() else Path(__file__).resolve().parents[3] / "docs" / "games"
    return next((path for path in (folder / f"{name}.{lang}.md", folder / f"{name}.md") if path.is_file()), None)


class Clock(Protocol):
    """The two clocks of a server, in milliseconds: monotonic time and wall-clock time."""

    def now(self) -> int:
        """Return the monotonic time."""
        ...

    def wall(self) -> int:
        """Return the time since 1970."""
        ...


class SystemClock:
    """The clocks of this machine."""

    def now(self) -> int:
        """Return the monotonic time."""
        return time.monotonic_ns() // 1_000_000

    def wall(self) -> int:
        """Return the time since 1970."""
        return time.time_ns() // 1_000_000
