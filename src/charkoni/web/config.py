"""Settings of a server, from options, environment, a file and defaults, and the clocks of its machine."""

import difflib
import importlib.util
import math
import os
import re
import time
import tomllib
from collections.abc import Callable, Iterator, Mapping
from ipaddress import ip_network
from pathlib import Path
from typing import Annotated, Any, NamedTuple
from urllib.parse import urlsplit

from platformdirs import user_data_path
from pydantic import BaseModel, ConfigDict, PlainValidator, SkipValidation, ValidationError
from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

from charkoni.core.errors import BadText, Reason
from charkoni.core.files.data_files import read_texts
from charkoni.core.files.installation import install_command
from charkoni.core.files.user_folders import user_folder
from charkoni.web.allowances import AGES, QUOTAS, SCHOOLS, Quota, renamed_budgets, with_ages, with_budgets

LARGEST = 1_000_000
"""The most bytes of a file of settings: a device that has no end is none."""

PREFIX = "CHARKONI_"
"""The prefix of the environment variable of a setting; its name follows in capitals."""

FILE = "CHARKONI_SETTINGS"
"""The variable that names the file of settings."""

OTHER_VARIABLES: Mapping[str, str] = {
    FILE: "the file of settings, unless `--settings` names one",
    "CHARKONI_CACHE": "the folder of compiled rules, which programs may share; default: in your cache folder",
    "CHARKONI_LANG": "the language of the command line: `ru`, `en` or `tr`; default: that of the system",
    "CHARKONI_TRACEBACK": "if set to any value, internal errors are shown with their traceback",
}
"""Environment variables that are not settings of a server, with their meaning."""


USUAL_PORT = 8000
MOST_WORKERS = 256
PEOPLE = ("off", "own", "all")
NOTICES = ("off", "public", "all")
_HOUR = re.compile(r"off|(mon|tue|wed|thu|fri|sat|sun) ([01]\d|2[0-3]):[0-5]\d")
_DATABASES = ("sqlite", "postgresql", "postgres")
_TEXTS = read_texts(Path(__file__).with_name("setting_refusals.toml"))


class InvalidSetting(ValueError):
    """A text that is not the value of its setting; in arguments the part that is wrong, and key and values of why."""


def database_url(text: str) -> str:
    """Return the address of a database: a text without a scheme is the path of a SQLite file."""
    return text if "://" in text else f"sqlite:///{Path(text).expanduser()}"


def _parsed(parse: Callable[[str], object], key: str, **values: object) -> PlainValidator:
    """Return the validator that parses texts and keeps other values; ValueErrors of `parse` become InvalidSetting.

    A ValueError with an argument names the part that is wrong.  key: of the sentence with the values.
    """

    def read(value: object) -> object:
        if not isinstance(value, str):
            return value
        try:
            return parse(value)
        except InvalidSetting:
            raise
        except ValueError as error:
            raise InvalidSetting(error.args[0] if parse in _BY_ENTRY else value, key, values) from None

    return PlainValidator(read)


def _whole(most: int) -> PlainValidator:
    def parse(text: str) -> int:
        if not (text.isascii() and text.isdigit() and int(text[:9]) <= most):
            raise ValueError(text)
        return int(text)

    return _parsed(parse, "whole", most=most)


def _number(text: str) -> float:
    number = float(text)
    if not 0 <= number < math.inf:
        raise ValueError(text)
    return number


def _fitting(is_fitting: Callable[[str], bool], key: str, **values: object) -> PlainValidator:
    """Return the validator of texts that stay as they are."""

    def parse(text: str) -> str:
        if not is_fitting(text):
            raise ValueError(text)
        return text

    return _parsed(parse, key, **values)


def is_mail_server(text: str) -> bool:
    """Return whether a text is the address of a server for e-mail."""
    try:
        parts = urlsplit(text)
        return parts.scheme in ("smtp", "smtps") and bool(parts.hostname) and parts.port != 0
    except ValueError:  # a bad port or IPv6 address
        return False


def _database(text: str) -> str:
    url = database_url(text)
    try:
        address = make_url(url)
    except ArgumentError as error:
        raise ValueError(text) from error
    if address.get_backend_name() == "sqlite":
        is_database = address.database not in (None, "", ":memory:")
    else:
        is_text = not any("\ud800" <= letter <= "\udfff" for letter in url)  # a path of a file may hold other bytes
        is_database = address.get_backend_name() in _DATABASES and is_text
    if not text or not is_database:
        raise ValueError(text)
    if url.startswith("postgres") and importlib.util.find_spec("psycopg") is None:
        raise InvalidSetting("postgresql", "driver", {"command": install_command("postgres")})
    return url


def _origins(text: str) -> tuple[str, ...]:
    for entry in text.split():
        try:
            parts = urlsplit(entry)
            is_origin = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port or 1) > 0
        except ValueError:  # a bad port or IPv6 address
            is_origin = False
        if is_origin and parts.path.strip("/"):
            raise InvalidSetting(entry, "paths", {})
        if not is_origin or parts.path not in ("", "/") or parts.query or parts.fragment or parts.username:
            raise ValueError(entry)
    return tuple(text.split())


def _networks(text: str) -> tuple[str, ...]:
    for entry in text.split():
        try:
            ip_network(entry)
        except ValueError:
            raise ValueError(entry) from None
    return tuple(text.split())


_BY_ENTRY = (_origins, _networks)
"""The parsers whose errors name an entry of the list."""

Text = Annotated[str, PlainValidator(str)]
Number = Annotated[float, _parsed(_number, "number")]
Milliseconds = Annotated[int, _whole(86_400_000)]


class Chosen(NamedTuple):
    """The text of a setting that is not the usual one, and where it is from: an option, a variable or a file."""

    text: str
    source: str


class Settings(BaseModel):
    """The settings of a server.

    Each is the key of a file, and in capitals after `PREFIX` the name of a variable; docs/reference.py makes a page of
    the text below it.  An empty database and -1 workers denote the defaults.  dev: for work on the pages.  chosen: the
    non-default settings by name, with their source.  renamed: remarks about names of earlier versions.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    database: Annotated[str, _parsed(_database, "database", example="postgresql://user@host/name")] = ""
    """where games are stored: the path of a file, or `postgresql://user@host/name`, which several servers share"""
    host: Annotated[str, _fitting(lambda text: bool(text.strip()), "host")] = "127.0.0.1"
    """who can reach the server: `0.0.0.0` everyone, `127.0.0.1` this machine"""
    port: Annotated[int, _whole(65_535)] = USUAL_PORT
    """the port; 0: any free one"""
    origins: Annotated[tuple[str, ...], _parsed(_origins, "origins")] = ()
    """the addresses of the pages under a domain name, as `https://play.example.org`; not needed for IP addresses and
    names of the machine"""
    proxies: Annotated[tuple[str, ...], _parsed(_networks, "proxies")] = ()
    """addresses or networks of trusted proxies, whose headers name the visitor; default: none"""
    secret: Text = ""
    """signs cookies and keys; 32 characters or more"""
    workers: Annotated[int, _whole(MOST_WORKERS)] = -1
    """engine processes for computer players; 0: no computer players"""
    events: Text = ""
    """the folder with the files of tournaments"""
    leagues: Annotated[
        str, _fitting(lambda text: bool(_HOUR.fullmatch(text)), "leagues", example="sun 18:00", off="off")
    ] = "sun 18:00"
    """the weekly hour of leagues that play at one, by the clock of the machine; `off`: no leagues"""
    people: Annotated[str, _fitting(PEOPLE.__contains__, "people", choices=", ".join(PEOPLE))] = "own"
    """whether people of closed lists are remembered and suggested when entering later events: `own` (to arbiters
    who had them in an event), `all` (to all arbiters, for a club's laptop), `off`; stored in `people.sqlite` in the
    folder of tournaments"""
    notices: Annotated[str, _fitting(NOTICES.__contains__, "notices", choices=", ".join(NOTICES))] = "public"
    """to which servers notices are sent for people who ask for it: `public` (on the internet), `all` (in private
    networks, too, as for a messenger of a club), `off`"""
    smtp: Annotated[str, _fitting(is_mail_server, "smtp")] = ""
    """the server that sends e-mail for notices, as `smtp://user:password@mail.example.org:587`, encrypted where it can
    be, or `smtps://`; default: no e-mail"""
    mail_from: Annotated[str, _fitting(lambda text: "@" in text.strip("@"), "mail_from")] = ""
    """the address in e-mail from the server; default: `charkoni@` and the host of `smtp`"""
    schools: Annotated[tuple[str, ...], _parsed(_networks, "schools")] = SCHOOLS
    """networks whose addresses many people share, as `203.0.113.0/24`; they have larger quotas"""
    budgets: Annotated[Mapping[str, Quota], _parsed(with_budgets, "budgets", example="new.guest=20+120")] = QUOTAS
    """quotas that differ from the [defaults](serving.md#quotas), as `new.guest=20+120`: at once, and refill per hour"""
    budget_factor: Number = 1.0
    """factor for all quotas of guests and addresses"""
    ages: Annotated[Mapping[str, int], _parsed(with_ages, "ages", example="finished=365")] = AGES
    """ages that differ from the [defaults](serving.md#retention), as `finished=365 event=0`: days, 0 for unlimited"""
    pace: Number = 0.6
    """pause in seconds before a move of the computer is played"""
    idle_s: Number = 30.0
    """seconds of silence after which a socket is closed"""
    evict_s: Number = 120.0
    """seconds without a visitor after which a game is unloaded from memory, a finished one after a quarter of them"""
    gone_ms: Milliseconds = 120_000
    """milliseconds of an opponent's absence after which the win can be claimed"""
    start_ms: Milliseconds = 30_000
    """milliseconds for the first move of a game with clocks"""
    dev: bool = False
    chosen: SkipValidation[Mapping[str, Chosen]] = {}
    renamed: SkipValidation[tuple[Reason, ...]] = ()

    @property
    def hosts(self) -> frozenset[str]:
        """The host names of the origins."""
        return frozenset(filter(None, (urlsplit(origin).hostname for origin in self.origins)))

    @property
    def database_file(self) -> Path | None:
        """The path of a database that is a file, None for another."""
        path = make_url(self.database).database
        return Path(path) if self.database.startswith("sqlite") and path else None

    @property
    def events_folder(self) -> Path:
        """The folder with the files of tournaments: beside a database that is a file, else among the user's data."""
        if self.events:
            return Path(self.events).expanduser()
        if self.database.startswith("sqlite:///"):
            return Path(self.database.removeprefix("sqlite:///")).parent / "events"
        return user_folder(lambda: user_data_path("charkoni")) / "events"

    @classmethod
    def from_environment(cls, file: str | None = None, dev: bool = False, **options: object) -> "Settings":
        """Return the settings: options (None: not given), then CHARKONI_* variables, then a TOML file, then defaults.

        file: the file of settings, else that of CHARKONI_SETTINGS.  Raises BadSetting, and OSError for the file.
        """
        if unknown := options.keys() - set(NAMES):
            raise TypeError(f"no settings: {', '.join(unknown)}")
        file = file or os.environ.get(FILE)
        chosen: dict[str, Chosen] = {}
        renamed: list[Reason] = []
        given = {
            name: Chosen(_text(value), OPTIONS.get(name, name)) for name, value in options.items() if value is not None
        }
        for layer in (_of_file(file) if file else {}, _of_variables(), given):
            for name, found in layer.items():
                present, factor = _EARLIER.get(name, (name, 1.0))
                if name in _EARLIER:
                    renamed.append(
                        Reason("RENAMED", "", _TEXTS["RENAMED" if present else "GONE"], {"name": name, "now": present})
                    )
                if present:
                    chosen[present] = found._replace(text=_multiplied(found.text, factor))
        if "budgets" in chosen:
            renamed += renamed_budgets(chosen["budgets"].text)
        values: dict[str, Any] = {name: found.text for name, found in chosen.items()}
        if "database" not in values:  # a service has no folder for data
            values["database"] = usual_database()
        values.setdefault("workers", max(1, (os.cpu_count() or 1) - 1))  # one core stays free for the server
        try:
            return cls(**values, dev=dev, chosen=chosen, renamed=tuple(renamed))
        except ValidationError as error:
            [problem, *_] = error.errors()
            name = str(problem["loc"][0])
            raise _refused(name, chosen[name], problem["ctx"]["error"]) from None


NAMES = tuple(name for name in Settings.model_fields if name not in ("dev", "chosen", "renamed"))
"""The names of the settings."""

OPTIONS = {"origins": "--origin", "proxies": "--proxy"} | {
    name: f"--{name}" for name in ("database", "host", "port", "workers")
}
"""By name the options of `charkoni serve`."""


class BadSetting(BadText):
    """A setting that cannot be used."""


_EARLIER = {"post_rate": ("budget_factor", 0.5), "message_rate": ("", 1.0)}
"""Settings of version 1.0: the names of today ("": without effect), and by what their numbers are multiplied."""


def _refused(name: str, found: Chosen, error: InvalidSetting) -> BadSetting:
    """Return the refusal of a text, with its source unless it is an option."""
    part, key, values = error.args
    is_option = found.source.startswith("--") or found.source == name
    written = found.source if found.source.startswith(PREFIX) else name
    shown = "" if name == "secret" else re.sub(r"(?<=:)[^:@/]*(?=@)", "***", part)  # no password
    return BadSetting(
        shown, Reason(name.upper(), "", _TEXTS[key], {"name": written, **values}), "" if is_option else found.source
    )


def _of_variables() -> dict[str, Chosen]:
    """Return the settings in variables, whose names may have small letters; an empty one is none."""
    texts = {name.upper(): text for name, text in os.environ.items()}
    variables = {name: f"{PREFIX}{name.upper()}" for name in (*NAMES, *_EARLIER)}
    return {name: Chosen(texts[each], each) for name, each in variables.items() if texts.get(each)}


def _of_file(path: str) -> dict[str, Chosen]:
    """Return the settings in a TOML file; raise BadSetting, OSError."""
    file = Path(path).expanduser()
    with file.open("rb") as opened:  # it may have no end, as a device
        content = opened.read(LARGEST + 1)
    if len(content) > LARGEST:
        raise BadSetting(str(file), Reason("TOO_LARGE", "", _TEXTS["TOO_LARGE"], {"megabytes": LARGEST // 1_000_000}))
    try:
        table = tomllib.loads(content.decode("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadSetting(path, Reason("TOML", "", _TEXTS["TOML"], {"problem": str(error)})) from None
    found = {}
    for name, value in table.items():
        if name not in NAMES and name not in _EARLIER:
            near = difflib.get_close_matches(name, NAMES, 1)
            names = {"name": near[0]} if near else {"names": ", ".join(NAMES)}
            raise BadSetting(name, Reason("SETTING", "", _TEXTS["NEAR" if near else "SETTING"], names), path)
        try:
            found[name] = Chosen(_text(value), path)
        except TypeError:
            raise BadSetting(name, Reason("KIND", "", _TEXTS["KIND"]), path) from None
    return found


def _multiplied(text: str, factor: float) -> str:
    """Return a number as text, multiplied; other texts as they are."""
    try:
        return text if factor == 1 else f"{float(text) * factor:g}"
    except ValueError:
        return text


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
    if name == "smtp":
        return re.sub(r"(?<=//).*@", "***@", chosen.text)
    return shown_address(database_url(chosen.text)) if name == "database" else chosen.text


def shown_address(database: str) -> str:
    """Return the address of a database as it may be shown: without its password."""
    printable = database.encode(errors="backslashreplace").decode()  # a path may hold bytes that are no text
    return make_url(printable).render_as_string(hide_password=True)


def usual_database() -> str:
    """Return the address of the database when none is named: a file among the user's data."""
    folder = user_folder(lambda: user_data_path("charkoni"))
    folder.mkdir(parents=True, exist_ok=True)
    return f"sqlite:///{folder / 'charkoni.db'}"


class Clock:
    """The two clocks of this machine, in milliseconds: monotonic time and wall-clock time."""

    def now(self) -> int:
        """Return the monotonic time."""
        return time.monotonic_ns() // 1_000_000

    def wall(self) -> int:
        """Return the time since 1970."""
        return time.time_ns() // 1_000_000
