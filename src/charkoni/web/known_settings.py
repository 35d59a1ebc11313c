"""The known settings of a server: by name how a text is read, and what it means."""

import importlib.util
import math
from collections.abc import Callable, Mapping
from ipaddress import ip_network
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

from charkoni.core.errors import N_
from charkoni.web.allowances import Tariff, with_ages, with_budgets

USUAL_PORT = 8000


class Setting(NamedTuple):
    """A setting: how its text is read, what it means (for the page of settings), its option, its field in `Settings`.

    usual: the default in words, where the value of the field does not say it.
    """

    read: Callable[[str], object]
    meaning: str
    field: str
    option: str = ""
    usual: str = ""


class Unfit(ValueError):
    """A text that is not the value of its setting; in arguments the part that is wrong, the template and its values."""


def database_url(text: str) -> str:
    """Return the address of a database: a text without a scheme is the path of a SQLite file."""
    return text if "://" in text else f"sqlite:///{Path(text).expanduser()}"


_NO_HOST = N_("an address of this machine is needed; 127.0.0.1: for this machine alone, 0.0.0.0: for everybody")
_BAD_ORIGIN = N_("an origin is the beginning of the pages' addresses, as in https://charkoni.example")
_BAD_PROXY = N_("a proxy is named by its IP address or network, as in 127.0.0.1 or 10.0.0.0/8")
_BAD_NUMBER = N_("{name} is a number that is not negative")
_BAD_WHOLE = N_("{name} is a whole number from 0 to {most}")
_BAD_DATABASE = N_("a database is a file or an address such as {example}")
_BAD_SCHOOL = N_("the network of a school is named as in 203.0.113.0/24")
_BAD_BUDGETS = N_("budgets are named as in {example}: what may be spent at once, and what comes back in an hour")
_BAD_AGES = N_("ages are named as in {example}: days, 0 for without end")
_BAD_PEOPLE = N_("people of events are remembered as {choices}")
PEOPLE = ("off", "own", "all")
MOST_WORKERS = 256
_DATABASES = ("sqlite", "postgresql", "postgres")
_NO_DRIVER = N_("PostgreSQL needs one more package; install it with: {command}")


def _host(text: str) -> str:
    if not text.strip():
        raise Unfit(text, _NO_HOST, {})
    return text


def _whole(most: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not (text.isascii() and text.isdigit() and int(text[:9]) <= most):
            raise Unfit(text, _BAD_WHOLE, {"most": most})
        return int(text)

    return read


def _number(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not 0 <= number < math.inf:
        raise Unfit(text, _BAD_NUMBER, {})
    return number


def _each(is_right: Callable[[str], bool], template: str) -> Callable[[str], tuple[str, ...]]:
    """Return the reader of a list whose entries must be right."""

    def read(text: str) -> tuple[str, ...]:
        for entry in text.split():
            if not is_right(entry):
                raise Unfit(entry, template, {})
        return tuple(text.split())

    return read


def _budgets(text: str) -> dict[str, Tariff]:
    try:
        return with_budgets(text)
    except ValueError:
        raise Unfit(text, _BAD_BUDGETS, {"example": "game.guest=20+120"}) from None


def _ages(text: str) -> dict[str, int]:
    try:
        return with_ages(text)
    except ValueError:
        raise Unfit(text, _BAD_AGES, {"example": "finished=365"}) from None


def _people(text: str) -> str:
    if text not in PEOPLE:
        raise Unfit(text, _BAD_PEOPLE, {"choices": ", ".join(PEOPLE)})
    return text


def _database(text: str) -> str:
    url = database_url(text)
    if not text or not _is_database(url):
        raise Unfit(text, _BAD_DATABASE, {"example": "postgresql://user@host/name"})
    if url.startswith("postgres") and importlib.util.find_spec("psycopg") is None:
        raise Unfit("postgresql", _NO_DRIVER, {"command": "pip install 'charkoni[postgres]'"})
    return url


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
    if address.get_backend_name() == "sqlite":
        return address.database not in (None, "", ":memory:")
    is_text = not any("\ud800" <= letter <= "\udfff" for letter in url)  # a path of a file may hold other bytes
    return address.get_backend_name() in _DATABASES and is_text


SETTINGS: Mapping[str, Setting] = {
    "database": Setting(
        _database,
        "where games are kept: the path of a file, or `postgresql://user@host/name`, which several servers share",
        "database",
        "--database",
        "a file in your folder for data",
    ),
    "host": Setting(_host, "who can reach the server: `0.0.0.0` everybody, `127.0.0.1` this machine", "host", "--host"),
    "port": Setting(
        _whole(65535), "the port; 0: any free one", "port", "--port", f"{USUAL_PORT}, or a free one near it"
    ),
    "origins": Setting(
        _each(_is_origin, _BAD_ORIGIN),
        "the addresses that the pages are reached by under a domain name, as `https://play.example.org`; IP addresses "
        "and the names of the machine need none",
        "origins",
        "--origin",
    ),
    "proxies": Setting(
        _each(_is_network, _BAD_PROXY),
        "the addresses or networks of proxies whose word about visitors is taken; without them nobody is believed",
        "proxies",
        "--proxy",
    ),
    "secret": Setting(
        str, "signs cookies and keys; 32 characters or more", "secret", "", "one is made and kept in the database"
    ),
    "workers": Setting(
        _whole(MOST_WORKERS),
        "processes that think for the computer; 0: no computer players",
        "workers",
        "--workers",
        "one less than there are cores",
    ),
    "events": Setting(
        str,
        "the folder with the files of tournaments",
        "events",
        "",
        "`events` beside the database, or in your folder for data",
    ),
    "people": Setting(
        _people,
        "whether people of closed lists are remembered and proposed at the entry to later events: `own` (to arbiters "
        "who have had them in an event), `all` (to all arbiters, for the laptop of a club), `off`; kept in "
        "`people.sqlite` in the folder of tournaments",
        "people",
    ),
    "schools": Setting(
        _each(_is_network, _BAD_SCHOOL),
        "networks whose addresses many people share, as `203.0.113.0/24`; they have larger budgets",
        "schools",
        "",
        "all private networks",
    ),
    "budgets": Setting(
        _budgets,
        "budgets that differ from the [usual ones](serving.md#who-may-use-how-much), as `game.guest=20+120`: at once, "
        "and what comes back in an hour",
        "tariffs",
        "",
        "none",
    ),
    "ages": Setting(
        _ages,
        "ages that differ from the [usual ones](serving.md#what-is-kept-and-for-how-long), as `finished=365 event=0`: "
        "days, 0 for without end",
        "ages",
        "",
        "none",
    ),
    "post_rate": Setting(
        _number, "forms a second of one guest; all other budgets of guests and addresses grow with it", "post_rate"
    ),
    "message_rate": Setting(_number, "messages a second on one socket", "message_rate"),
    "pace": Setting(_number, "pause in seconds before a move of the computer is played", "pace"),
    "idle_s": Setting(_number, "seconds of silence after which a socket is closed", "idle_s"),
    "evict_s": Setting(
        _number,
        "seconds without a visitor after which a game leaves the memory, an ended one after a quarter of it",
        "evict_s",
    ),
    "gone_ms": Setting(
        _whole(86_400_000), "milliseconds that an opponent may be away before the win can be claimed", "gone_ms"
    ),
    "start_ms": Setting(_whole(86_400_000), "milliseconds for the first move of a game with clocks", "start_ms"),
}
"""By name: the key in a file, in capitals after CHARKONI_ the variable.  `docs/reference.py` makes a page of it."""
