"""The examination of a server by `charkoni admin doctor`: a line for each thing that can be wrong."""

import contextlib
import importlib.util
import os
import shutil
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Connection, inspect, select
from sqlalchemy.exc import SQLAlchemyError

from charkoni.core.errors import N_, Reason, Refusal
from charkoni.tournament.model.errors import BadFile
from charkoni.tournament.store import Store as EventStore
from charkoni.web import self_check
from charkoni.web.administration import database_file, opened
from charkoni.web.config import Settings, value_of
from charkoni.web.engine.readiness import has_to_compile
from charkoni.web.known_settings import SETTINGS
from charkoni.web.serve import unusable
from charkoni.web.store import StoreError, migrate
from charkoni.web.store.backup import EVENT
from charkoni.web.store.tables import house

BEHIND_S = 60
"""By how much a clock may be behind what a server has written before."""

_NO_FILE = N_("there is no database here yet; `charkoni serve` makes it")
_NO_TABLES = N_("no server has used it yet")
_OLDER = N_("its tables are older than this program: `charkoni admin upgrade`")
_NEWER = N_("a newer version of Charkoni has made its tables")
_CURRENT = N_("it can be written, and its tables are up to date")
_EVENTS = N_("{count} files, all whole")
_DAMAGED = N_("{name}: {problem}")
_COMPILED = N_("all games are compiled")
_TO_COMPILE = N_("games will be compiled at the first start: `charkoni warm` does it now")
_CAREFUL = N_("nothing careless in the settings")
_CHOSEN = N_("{name} = {value}, from {source}")
_USUAL = N_("usual: {names}")
_FREE = N_("{free} GB are free in {folder}")
_TIME = N_("it shows {date} UTC")
_BEHIND = N_("it shows {date} UTC, but a server was running at {last}")
_NO_PROXIES = N_("none: visitors are told apart by the addresses of their connections")
_PROXIES = N_("believed about the addresses of visitors: {networks}")
_FONTS = N_("those of print-outs are there")
_NO_FONTS = N_("{file} is missing: install the program again")
_NO_PRINTOUTS = N_("print-outs as PDF need {package}")


@dataclass(frozen=True, slots=True)
class Finding:
    """A line of the examination.  subject: a word; fine: False when something has to be done; text: what it is."""

    subject: str
    fine: bool
    text: Reason


SUBJECTS = {
    "machine": N_("machine"),
    "settings": N_("settings"),
    "proxies": N_("proxies"),
    "disk": N_("disk"),
    "clock": N_("clock"),
    "database": N_("database"),
    "events": N_("events"),
    "fonts": N_("fonts"),
    "compiler": N_("compiled games"),
}

_SUBJECT_OF = {"PROXIES": "proxies", "NO_PROXY": "proxies", "DISK": "disk", "CLOCK": "clock", "CACHE": "compiler"}
"""To which subject a warning of the self-check belongs, by its code; the others are about settings."""


def _say(template: str, **values: object) -> Reason:
    return Reason("FINDING", "", template, values)


def examine(settings: Settings) -> Iterator[Finding]:
    """Yield what there is to say of each of SUBJECTS, in their order."""
    warnings: dict[str, list[Finding]] = {}
    for warning in self_check.risky_settings(settings):
        subject = _SUBJECT_OF.get(warning.code, "settings")
        warnings.setdefault(subject, []).append(Finding(subject, False, warning))
    yield Finding("machine", True, self_check.capacity(settings))
    for name, found in settings.chosen.items():
        yield Finding("settings", True, _say(_CHOSEN, name=name, value=value_of(name, found), source=found.source))
    usual = ", ".join(name for name in SETTINGS if name not in settings.chosen)
    yield Finding("settings", True, _say(_USUAL, names=usual))
    yield from warnings.get("settings", (Finding("settings", True, _say(_CAREFUL)),))
    networks = ", ".join(settings.proxies)
    proxies = _say(_PROXIES, networks=networks) if networks else _say(_NO_PROXIES)
    yield from warnings.get("proxies", (Finding("proxies", True, proxies),))
    yield from warnings.get("disk", (_of_disk(settings),))
    yield from warnings.get("clock", (_of_clock(settings),))
    yield _of_database(settings)
    yield from _of_events(settings.events_folder)
    yield _of_fonts()
    is_compiled = not has_to_compile()
    compiler = Finding("compiler", is_compiled, _say(_COMPILED if is_compiled else _TO_COMPILE))
    yield from warnings.get("compiler", (compiler,))


def _of_disk(settings: Settings) -> Finding:
    file = database_file(settings)
    folder = (file.absolute().parent if file else settings.events_folder).absolute()
    while not os.path.exists(folder):  # unlike that of Path it raises nothing
        folder = folder.parent
    free = shutil.disk_usage(folder).free
    return Finding("disk", True, _say(_FREE, free=f"{free / 1e9:.1f}", folder=folder))


def _of_clock(settings: Settings) -> Finding:
    """Return whether the clock agrees with the last time at which a server has said in the database that it runs."""
    now, last = time.time(), 0.0
    file = database_file(settings)
    if not file or os.path.exists(file):  # unlike that of Path it raises nothing
        with (
            contextlib.suppress(OSError, StoreError, SQLAlchemyError, Refusal),  # `_of_database` tells
            opened(settings) as database,
            database.engine.connect() as connection,
        ):
            last = _last_alive(connection)
    shown = [time.strftime("%Y-%m-%d %H:%M", time.gmtime(moment)) for moment in (now, last)]
    if now < last - BEHIND_S:
        return Finding("clock", False, _say(_BEHIND, date=shown[0], last=shown[1]))
    return Finding("clock", True, _say(_TIME, date=shown[0]))


def _last_alive(connection: Connection) -> float:
    """Return when a server was alive, in seconds since 1970; 0 before the first one."""
    if not inspect(connection).has_table(house.name):
        return 0.0
    value = connection.execute(select(house.c.value).where(house.c.name == "alive")).scalar()
    return int(value or 0) / 1000


def _of_database(settings: Settings) -> Finding:
    file = database_file(settings)
    try:
        if file and not file.exists():
            return Finding("database", False, _say(_NO_FILE))
    except OSError as error:  # a folder that may not be searched, a name that no file can have
        return Finding("database", False, unusable(settings.database, StoreError(str(error.strerror))).reason)
    try:
        with opened(settings) as database, database.engine.connect() as connection:
            if not inspect(connection).has_table("games"):
                return Finding("database", True, _say(_NO_TABLES))
            revision = migrate.present(connection)
            if revision != migrate.newest():
                return Finding("database", False, _say(_OLDER if revision < migrate.newest() else _NEWER))
            connection.exec_driver_sql("UPDATE house SET value = value")
            connection.rollback()
    except (StoreError, SQLAlchemyError) as error:
        return Finding("database", False, unusable(settings.database, StoreError(str(error))).reason)
    return Finding("database", True, _say(_CURRENT))


def _of_events(folder: Path) -> Iterator[Finding]:
    """Yield a line for each event whose log is damaged, or one for all."""
    paths = sorted(folder.glob(f"*{EVENT}"))
    is_whole = True
    for path in paths:
        try:
            with EventStore(path) as store:
                store.verify()
        except (BadFile, OSError) as error:
            is_whole = False
            problem = error.reason.message() if isinstance(error, BadFile) else str(error)
            yield Finding("events", False, _say(_DAMAGED, name=path.name, problem=problem))
    if is_whole:
        yield Finding("events", True, _say(_EVENTS, count=len(paths)))


def _of_fonts() -> Finding:
    """Return whether the fonts of print-outs are there, and the library that sets them."""
    if not importlib.util.find_spec("reportlab"):
        return Finding("fonts", True, _say(_NO_PRINTOUTS, package="charkoni[tournament]"))
    from charkoni.tournament.printouts.pdf_text import BOLD, FONTS, PLAIN

    for file in (FONTS / f"{name}.ttf" for name in (PLAIN, BOLD)):
        if not os.access(file, os.R_OK):
            return Finding("fonts", False, _say(_NO_FONTS, file=file))
    return Finding("fonts", True, _say(_FONTS))
