"""The examination of a server by `charkoni admin doctor`: `findings` for each thing that can be wrong."""

import contextlib
import importlib.util
import os
import shutil
import time
from collections.abc import Callable, Iterable, Iterator, Mapping

from sqlalchemy import Connection, inspect, select
from sqlalchemy.exc import SQLAlchemyError

from charkoni.core.compiler import HAS_COMPILER
from charkoni.core.errors import N_, Refusal
from charkoni.core.files.installation import install_command
from charkoni.tournament.model.errors import BadFile
from charkoni.tournament.store import Store as EventStore
from charkoni.web.administration import NO_FILE, opened
from charkoni.web.config import NAMES, Settings, value_of
from charkoni.web.engine.readiness import has_to_compile
from charkoni.web.findings import FINE, PROBLEM, SUBJECTS, WARNING, Finding, capacity, disk_folder, finding, warnings
from charkoni.web.serve import unusable
from charkoni.web.store import StoreError, migrate
from charkoni.web.store.backup import EVENT
from charkoni.web.store.tables import house

BEHIND_S = 60
"""By how much a clock may be behind what a server has written before."""

_OLDER = N_("its tables are older than this program: `charkoni admin upgrade`")
_NEWER = N_("a newer version of Charkoni has made its tables")
_CURRENT = N_("it can be written, and its tables are up to date")
_COMPILED = N_("all games are compiled")
_NO_COMPILER = N_("the rules run as plain Python, so strong computers think for long; this compiles them: {command}")
_TO_COMPILE = N_("games will be compiled at the first start: `charkoni warm` does it now")
_CHOSEN = N_("{name} = {value}, from {source}")
_USUAL = N_("usual: {names}")
_FREE = N_("{free} GB are free in {folder}")
_TIME = N_("it shows {date} UTC")
_BEHIND = N_("it shows {date} UTC, but a server was running at {last}")
_NO_PROXIES = N_("none: visitors are distinguished by the addresses of their connections")
_PROXIES = N_("believed about the addresses of visitors: {networks}")
_NO_PDF = N_("print-outs as PDF need more packages; install them with: {command}")
_FONTS = N_("those of print-outs are there")
_NO_FONTS = N_("{file} is missing: install the program again")


def examine(settings: Settings) -> Iterator[Finding]:
    """Yield the findings for each of SUBJECTS, in order: its warnings, or else that it is fine."""
    careless: dict[str, list[Finding]] = {}
    for warning in warnings(settings):
        careless.setdefault(warning.subject, []).append(warning)
    for name, found in settings.chosen.items():
        yield finding("settings", FINE, _CHOSEN, name=name, value=value_of(name, found), source=found.source)
    yield finding("settings", FINE, _USUAL, names=", ".join(name for name in NAMES if name not in settings.chosen))
    for subject in SUBJECTS:
        yield from careless.get(subject) or _EXAMINATIONS[subject](settings)


def _of_proxies(settings: Settings) -> Iterator[Finding]:
    networks = ", ".join(settings.proxies)
    yield finding("proxies", FINE, _PROXIES if networks else _NO_PROXIES, networks=networks)


def _of_disk(settings: Settings) -> Iterator[Finding]:
    file = settings.database_file
    folder = disk_folder(file or settings.events_folder / EVENT)
    yield finding("disk", FINE, _FREE, free=f"{shutil.disk_usage(folder).free / 1e9:.1f}", folder=folder)


def _of_clock(settings: Settings) -> Iterator[Finding]:
    """Yield whether the clock agrees with the last time at which a server has said in the database that it runs."""
    now, last = time.time(), 0.0
    with (
        contextlib.suppress(OSError, StoreError, SQLAlchemyError, Refusal),  # reported by `_of_database`
        opened(settings) as database,
        database.engine.connect() as connection,
    ):
        last = _last_alive(connection)
    shown = [time.strftime("%Y-%m-%d %H:%M", time.gmtime(moment)) for moment in (now, last)]
    is_behind = now < last - BEHIND_S
    yield finding(
        "clock", WARNING if is_behind else FINE, _BEHIND if is_behind else _TIME, date=shown[0], last=shown[1]
    )


def _last_alive(connection: Connection) -> float:
    """Return when a server was alive, in seconds since 1970; 0 before the first one."""
    if not inspect(connection).has_table(house.name):
        return 0.0
    value = connection.execute(select(house.c.value).where(house.c.name == "alive")).scalar()
    return int(value or 0) / 1000


def _of_database(settings: Settings) -> Iterator[Finding]:
    file = settings.database_file
    try:
        if file and not file.exists():
            yield finding("database", WARNING, NO_FILE)
            return
        with opened(settings) as database, database.engine.connect() as connection:
            if not inspect(connection).has_table("games"):
                yield finding("database", FINE, N_("no server has used it yet"))
                return
            revision, newest = migrate.present(connection), migrate.newest()
            connection.exec_driver_sql("UPDATE house SET value = value")
            connection.rollback()
    except (StoreError, SQLAlchemyError, OSError) as error:  # of a folder, too, that may not be searched
        problem = str(error.strerror if isinstance(error, OSError) else error)
        yield Finding("database", PROBLEM, unusable(settings.database, StoreError(problem)).reason)
        return
    template = _CURRENT if revision == newest else _OLDER if revision < newest else _NEWER
    yield finding("database", FINE if revision == newest else PROBLEM, template)


def _of_events(settings: Settings) -> Iterator[Finding]:
    """Yield a line for each event whose log is damaged, or one for all."""
    paths = sorted(settings.events_folder.glob(f"*{EVENT}"))
    is_whole = True
    for path in paths:
        try:
            with EventStore(path) as store:
                store.verify()
        except (BadFile, OSError) as error:
            is_whole = False
            problem = error.reason.message() if isinstance(error, BadFile) else str(error)
            yield finding("events", PROBLEM, N_("{name}: {problem}"), name=path.name, problem=problem)
    if is_whole:
        yield finding("events", FINE, N_("files: {count}, all whole"), count=len(paths))


def _of_fonts(_: Settings) -> Iterator[Finding]:
    """Yield whether the fonts of print-outs are there, and the library that sets them."""
    if not importlib.util.find_spec("reportlab"):
        yield finding("fonts", FINE, _NO_PDF, command=install_command("tournament"))
        return
    from charkoni.tournament.printouts.pdf_text import BOLD, FONTS, PLAIN

    files = [FONTS / f"{name}.ttf" for name in (PLAIN, BOLD)]
    missing = [file for file in files if not os.access(file, os.R_OK)]
    yield finding("fonts", PROBLEM if missing else FINE, _NO_FONTS if missing else _FONTS, file=(missing or files)[0])


def _of_compiler(_: Settings) -> Iterator[Finding]:
    if not HAS_COMPILER:
        yield finding("compiler", WARNING, _NO_COMPILER, command=install_command("fast"))
    else:
        yield finding("compiler", WARNING, _TO_COMPILE) if has_to_compile() else finding("compiler", FINE, _COMPILED)


_EXAMINATIONS: Mapping[str, Callable[[Settings], Iterable[Finding]]] = {
    "machine": lambda settings: [capacity(settings)],
    "settings": lambda _: [finding("settings", FINE, N_("nothing careless in the settings"))],
    "proxies": _of_proxies,
    "disk": _of_disk,
    "clock": _of_clock,
    "database": _of_database,
    "events": _of_events,
    "fonts": _of_fonts,
    "compiler": _of_compiler,
}
