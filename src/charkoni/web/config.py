"""Settings of a server, from options, environment, a file and defaults, and the clocks of its machine."""

import difflib
import os
import re
import time
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple, Protocol
from urllib.parse import urlsplit

from platformdirs import user_data_path
from sqlalchemy import make_url

from charkoni.core.errors import N_, BadText, Reason
from charkoni.web.allowances import AGES, SCHOOLS, TARIFFS, Tariff
from charkoni.web.known_settings import SETTINGS, USUAL_PORT, Unfit, database_url

USUAL_POST_RATE = 2.0

LARGEST = 1_000_000
"""The most bytes of a file of settings: a device that has no end is none."""

PREFIX = "CHARKONI_"
"""What the variable of a setting begins with; its name follows in capitals."""

FILE = "CHARKONI_SETTINGS"
"""The variable that names the file of settings."""

OTHER_VARIABLES: Mapping[str, str] = {
    FILE: "the file of settings, unless `--settings` names one",
    "CHARKONI_CACHE": "the folder of compiled rules, which many programs may share; else in your folder for caches",
    "CHARKONI_LANG": "the language of the command line: `ru`, `en` or `tr`; else that of the system",
    "CHARKONI_TRACEBACK": "with any value a fault of the program is shown with its trace",
}
"""Variables that are no settings of a server, and what they mean."""


class Chosen(NamedTuple):
    """The text of a setting that is not the usual one, and where it is from: an option, a variable or a file."""

    text: str
    source: str


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
    closed.  evict_s: disuse after which a game leaves the memory, an ended one after a quarter of it.
    post_rate: forms a second of one guest; all other budgets of guests and addresses grow and shrink with it.
    message_rate: messages a second on one socket.  events: folder of tournaments.
    people: whether people of events are remembered for later ones: off; own, for the arbiters who have entered them;
    all, for all arbiters of the server.  schools: networks whose addresses are shared by many people.  tariffs: the
    budgets of expensive operations.  ages: for how many days data are kept.  chosen: by name what is not usual, and
    where it is from.
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
    chosen: Mapping[str, Chosen] = field(default_factory=dict)

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
    def from_environment(cls, file: str | None = None, dev: bool = False, **options: object) -> "Settings":
        """Return the settings: options (None: not given), then CHARKONI_* variables, then a TOML file, then defaults.

        file: the file of settings, else that of CHARKONI_SETTINGS.  Raises BadSetting, and OSError for the file.
        """
        file = file or os.environ.get(FILE)
        in_file = dict(_texts_in(Path(file).expanduser())) if file else {}
        values: dict[str, Any] = {"dev": dev}
        chosen = {}
        for name, setting in SETTINGS.items():
            option, variable = options.pop(setting.field, None), os.environ.get(f"{PREFIX}{name.upper()}")
            if option is not None:
                found = Chosen(_text(option), setting.option or name)
            elif variable:
                found = Chosen(variable, f"{PREFIX}{name.upper()}")
            elif name in in_file:
                found = Chosen(in_file[name], str(file))
            else:
                continue
            try:
                values[setting.field] = setting.read(found.text)
            except ValueError as error:
                raise _refused(name, found, error) from None
            chosen[name] = found
        if options:
            raise TypeError(f"no settings: {', '.join(options)}")
        values.setdefault("database", usual_database())
        values.setdefault("workers", usual_workers())
        return cls(**values, chosen=chosen)


class BadSetting(BadText):
    """A setting that cannot be used."""


_NO_SETTING = N_("there is no setting with this name; all of them: {names}")
_NEAR_SETTING = N_("there is no setting with this name; is {name} meant?")
_BAD_KIND = N_("a setting is a text, a number, a list of texts or a table of them")
_TOO_LARGE = N_("the file is larger than {megabytes} MB")
_NO_TOML = N_("this file of settings is not TOML: {problem}")


def _refused(name: str, found: Chosen, error: ValueError) -> BadSetting:
    """Return the refusal of a text, which says where it stands unless it is an option."""
    part, template, values = error.args if isinstance(error, Unfit) else (found.text, _BAD_KIND, {})
    is_option = found.source.startswith("--") or found.source == name
    written = f"{PREFIX}{name.upper()}" if found.source.startswith(PREFIX) else name
    shown = "" if name == "secret" else re.sub(r"(?<=:)[^:@/]*(?=@)", "***", part)  # no password
    return BadSetting(
        shown, Reason(name.upper(), "", template, {"name": written, **values}), "" if is_option else found.source
    )


def _bytes_of(file: Path) -> bytes:
    """Return the content of a file of settings; raise BadSetting for one that may have no end, as a device."""
    with file.open("rb") as opened:
        content = opened.read(LARGEST + 1)
    if len(content) > LARGEST:
        raise BadSetting(str(file), Reason("TOO_LARGE", "", _TOO_LARGE, {"megabytes": LARGEST // 1_000_000}))
    return content


def _texts_in(file: Path) -> Iterator[tuple[str, str]]:
    """Yield the names and texts of the settings in a TOML file; raise BadSetting, OSError."""
    try:
        content = tomllib.loads(_bytes_of(file).decode("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadSetting(str(file), Reason("TOML", "", _NO_TOML, {"problem": str(error)})) from None
    for name, value in content.items():
        if name not in SETTINGS:
            near = difflib.get_close_matches(name, SETTINGS, 1)
            template = _NEAR_SETTING if near else _NO_SETTING
            names = {"name": near[0]} if near else {"names": ", ".join(SETTINGS)}
            raise BadSetting(name, Reason("SETTING", "", template, names), str(file))
        try:
            yield name, _text(value)
        except TypeError:
            raise BadSetting(name, Reason("KIND", "", _BAD_KIND), str(file)) from None


def _text(value: object) -> str:
    """Return a value as it is written in a variable: a list with spaces, a table as KEY=VALUE; raise TypeError."""
    if isinstance(value, str):
        return value
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)
    if isinstance(value, list | tuple):
        return " ".join(map(_text, value))
    if isinstance(value, dict):
        return " ".join(f"{key}={text}" for key, text in _entries(value))
    raise TypeError(value)


def _entries(table: Mapping[str, object], before: str = "") -> Iterator[tuple[str, str]]:
    """Yield the entries of a table, those of tables in it with their names joined by dots."""
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _entries(value, f"{before}{key}.")
        else:
            yield f"{before}{key}", _text(value)


def value_of(name: str, chosen: Chosen) -> str:
    """Return the text of a setting as it may be shown: neither the secret nor a password."""
    if name == "secret":
        return "***"
    return shown_address(database_url(chosen.text)) if name == "database" else chosen.text


def shown_address(database: str) -> str:
    """Return the address of a database as it may be shown: without its password."""
    printable = database.encode(errors="backslashreplace").decode()  # a path may hold bytes that are no text
    return make_url(printable).render_as_string(hide_password=True)


def usual_database() -> str:
    """Return the address of the database when none is named: a file among the user's data."""
    folder = user_data_path("charkoni")
    folder.mkdir(parents=True, exist_ok=True)
    return f"sqlite:///{folder / 'charkoni.db'}"


def usual_workers() -> int:
    """Return the usual number of engine processes: one core stays free for the server."""
    return max(1, (os.cpu_count() or 1) - 1)


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
