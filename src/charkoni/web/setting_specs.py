"""The kinds of a server's settings: how the text of each is read."""

import importlib.util
import math
from collections.abc import Callable, Mapping
from ipaddress import ip_network
from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

from pydantic import PlainValidator
from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

from charkoni.core.errors import N_
from charkoni.core.files.installation import install_command
from charkoni.web.allowances import Quota, with_ages, with_budgets

USUAL_PORT = 8000
MOST_WORKERS = 256
PEOPLE = ("off", "own", "all")
_DATABASES = ("sqlite", "postgresql", "postgres")


class InvalidSetting(ValueError):
    """A text that is not the value of its setting; in arguments the part that is wrong, the template and its values."""


def database_url(text: str) -> str:
    """Return the address of a database: a text without a scheme is the path of a SQLite file."""
    return text if "://" in text else f"sqlite:///{Path(text).expanduser()}"


_NO_HOST = N_("an address of this machine is needed; 127.0.0.1: for this machine alone, 0.0.0.0: for everybody")
_BAD_ORIGIN = N_("an origin is the beginning of the pages' addresses, as in https://charkoni.example")
_NO_PATHS = N_("pages cannot be served below a path: use a separate host name, as in https://games.example")
_BAD_PROXY = N_("a proxy is named by its IP address or network, as in 127.0.0.1 or 10.0.0.0/8")
_BAD_DATABASE = N_("a database is a file or an address such as {example}")
_BAD_BUDGETS = N_("budgets are written as in {example}: the burst, and the refill per hour")
_BAD_AGES = N_("ages are named as in {example}: days, 0 for without end")
_NO_DRIVER = N_("PostgreSQL needs one more package; install it with: {command}")


def _parsed(parse: Callable[[str], object], template: str, **values: object) -> PlainValidator:
    """Return the validator that parses texts and keeps other values; ValueErrors of `parse` become InvalidSetting.

    A ValueError with an argument names the part that is wrong.
    """

    def read(value: object) -> object:
        if not isinstance(value, str):
            return value
        try:
            return parse(value)
        except InvalidSetting:
            raise
        except ValueError as error:
            raise InvalidSetting(error.args[0] if parse in _BY_ENTRY else value, template, values) from None

    return PlainValidator(read)


def _whole(most: int) -> PlainValidator:
    def parse(text: str) -> int:
        if not (text.isascii() and text.isdigit() and int(text[:9]) <= most):
            raise ValueError(text)
        return int(text)

    return _parsed(parse, N_("{name} is a whole number from 0 to {most}"), most=most)


def _number(text: str) -> float:
    number = float(text)
    if not 0 <= number < math.inf:
        raise ValueError(text)
    return number


def _host(text: str) -> str:
    if not text.strip():
        raise ValueError(text)
    return text


def _people(text: str) -> str:
    if text not in PEOPLE:
        raise ValueError(text)
    return text


def _database(text: str) -> str:
    url = database_url(text)
    if not text or not _is_database(url):
        raise ValueError(text)
    if url.startswith("postgres") and importlib.util.find_spec("psycopg") is None:
        raise InvalidSetting("postgresql", _NO_DRIVER, {"command": install_command("postgres")})
    return url


def _is_database(url: str) -> bool:
    try:
        address = make_url(url)
    except (ArgumentError, ValueError):
        return False
    if address.get_backend_name() == "sqlite":
        return address.database not in (None, "", ":memory:")
    is_text = not any("\ud800" <= letter <= "\udfff" for letter in url)  # a path of a file may hold other bytes
    return address.get_backend_name() in _DATABASES and is_text


def _origins(text: str) -> tuple[str, ...]:
    for entry in text.split():
        try:
            parts = urlsplit(entry)
            is_origin = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port or 1) > 0
        except ValueError:  # a bad port or IPv6 address
            is_origin = False
        if is_origin and parts.path.strip("/"):
            raise InvalidSetting(entry, _NO_PATHS, {})
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

Host = Annotated[str, _parsed(_host, _NO_HOST)]
Database = Annotated[str, _parsed(_database, _BAD_DATABASE, example="postgresql://user@host/name")]
Origins = Annotated[tuple[str, ...], _parsed(_origins, _BAD_ORIGIN)]
Proxies = Annotated[tuple[str, ...], _parsed(_networks, _BAD_PROXY)]
Schools = Annotated[tuple[str, ...], _parsed(_networks, N_("the network of a school is named as in 203.0.113.0/24"))]
People = Annotated[str, _parsed(_people, N_("people of events are remembered as {choices}"), choices=", ".join(PEOPLE))]
Budgets = Annotated[Mapping[str, Quota], _parsed(with_budgets, _BAD_BUDGETS, example="new.guest=20+120")]
Text = Annotated[str, PlainValidator(str)]
Ages = Annotated[Mapping[str, int], _parsed(with_ages, _BAD_AGES, example="finished=365")]
Number = Annotated[float, _parsed(_number, N_("{name} is a number that is not negative"))]
Port = Annotated[int, _whole(65_535)]
Workers = Annotated[int, _whole(MOST_WORKERS)]
Milliseconds = Annotated[int, _whole(86_400_000)]
