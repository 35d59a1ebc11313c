"""What an administrator does to the database and the events of a server, besides running it: also its examination."""

import asyncio
import contextlib
import errno
import importlib.util
import os
import shutil
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from urllib.request import Request, urlopen

from sqlalchemy import inspect, select
from sqlalchemy.exc import SQLAlchemyError

from charkoni.core.compiler import HAS_COMPILER
from charkoni.core.errors import N_, BadRecord, BadText, Reason, Refusal
from charkoni.core.files.atomic_files import remove_drafts
from charkoni.core.files.installation import install_command
from charkoni.core.record_files import read_records
from charkoni.tournament.model.errors import BadFile
from charkoni.tournament.store import Store as EventStore
from charkoni.web.config import NAMES, Settings, value_of
from charkoni.web.engine.readiness import has_to_compile
from charkoni.web.explorer.indexer import import_records
from charkoni.web.findings import FINE, PROBLEM, SUBJECTS, WARNING, Finding, capacity, disk_folder, finding, warnings
from charkoni.web.http.sessions import Access, now_ms
from charkoni.web.live.retention import delete_aged
from charkoni.web.live.uptime import SUFFIX
from charkoni.web.pages.people import moderation
from charkoni.web.people import People
from charkoni.web.people.persons import matching
from charkoni.web.people.sessions import Sessions
from charkoni.web.people.tickets import OWNER, OWNER_S, Tickets
from charkoni.web.ratings.rated_games import recompute
from charkoni.web.serve import BadDatabase, claimed, unusable
from charkoni.web.status import PREFIX
from charkoni.web.store import Store, StoreError, backup, migrate
from charkoni.web.store.backup import EVENT, Content
from charkoni.web.store.database import Database
from charkoni.web.store.tables import house

_NO_GUEST = N_(
    "no member has this name, and no guest, or more than one, an id that begins so; "
    "`charkoni serve --status` shows the beginnings"
)

IMPORT_BATCH = 20
"""How many records are imported in one transaction."""

PATIENCE_S = 600.0
"""How long a server may take to collect or delete the data of a person."""

BEHIND_S = 60
"""By how much a clock may be behind what a server has written before."""


class BadGuest(BadText):
    """Text that isn't the beginning of one guest's id."""


@contextmanager
def opened(settings: Settings) -> Iterator[Database]:
    """The database of a server, which is not made where there is none; raise BadDatabase."""
    file = settings.database_file
    if file and not file.exists():
        raise BadDatabase(str(file), finding("database", PROBLEM, "NO_FILE").text)
    database = Database(settings.database)
    try:
        yield database
    except StoreError as error:
        raise unusable(settings.database, error) from None
    finally:
        database.engine.dispose()


def back_up(settings: Settings, target: Path) -> Content:
    """Write a backup of database and events while servers may run; raise OSError, BadDatabase or BadBackup."""
    os.umask(0o077)  # a copy of the database: readable only by this user
    file = settings.database_file
    beside = file.with_name(file.name + SUFFIX) if file else None
    try:
        uptime = int(beside.read_text("ascii")) if beside else 0
    except (OSError, ValueError):
        uptime = 0
    with opened(settings) as database:
        return backup.back_up(database, settings.events_folder, target, uptime)


def restore(settings: Settings, source: Path) -> Content:
    """Fill a new database from a backup; raise OSError, BadDatabase, BadBackup, or InUse where a server runs.

    The folder of the database is made where it is missing; on failure nothing is left.
    """
    backup.check(source)
    os.umask(0o077)  # as a server does: for this user alone
    file = settings.database_file
    is_new = bool(file and not file.exists())
    made = backup.make_folders(file.absolute().parent) if file else []
    with claimed(settings.database):
        database = Database(settings.database)
        try:
            return backup.restore(source, database, settings.events_folder)
        except BaseException as error:
            database.engine.dispose()
            if file and is_new:
                for end in ("", "-wal", "-shm", "-journal", ".lock"):
                    file.with_name(file.name + end).unlink(missing_ok=True)
                for folder in reversed(made):
                    with contextlib.suppress(OSError):
                        folder.rmdir()
            if isinstance(error, StoreError):
                raise unusable(settings.database, error) from None
            raise
        finally:
            database.engine.dispose()


def missing_migrations(settings: Settings) -> dict[str, str]:
    """Return the migrations that the tables of a database lack, with what each does; raise BadDatabase."""
    with opened(settings) as database, backup.snapshot(database) as connection:
        if not inspect(connection).has_table("games"):
            return {}
        revision = migrate.present(connection)
        if revision > migrate.newest():
            raise unusable(settings.database, StoreError("Can't locate revision"))
        return {number: migration.what for number, migration in migrate.missing(revision).items()}


def upgrade(settings: Settings) -> None:
    """Bring the tables of a database up to date, wholly or not at all; raise BadDatabase, InUse."""
    with opened(settings) as database, claimed(settings.database):
        try:
            with database.engine.begin() as connection:
                database.lock_setup(connection)
                migrate.bring_up_to_date(connection)
        except SQLAlchemyError as error:
            raise StoreError(str(error).partition("\n")[0]) from error


def end_sessions(settings: Settings, guest: str) -> str:
    """End all sessions of a person, see `_person_of`; running servers learn it within a minute.  Returns the id."""
    with opened(settings) as database:
        person = _person_of(database, guest)
        asyncio.run(Sessions(database, Access("")).end(person))
        return person


def _person_of(database: Database, text: str) -> str:
    """Return the id of a person, by the name of a member or the beginning of the id.

    Raises BadDatabase, and BadGuest unless exactly one is meant.
    """
    with database.engine.begin() as connection:
        found = matching(connection, text)
    if len(found) != 1:
        raise BadGuest(text, Reason("GUEST", "", _NO_GUEST))
    return found[0]


def person_data(settings: Settings, text: str, target: Path | None, is_deletion: bool) -> str:
    """Write all data of a person (see `_person_of`) into a new file, and delete them, by a running server.

    Returns the id; raises BadDatabase, BadGuest, FileExistsError, and OSError where no server answers.
    """
    with opened(settings) as database:
        person, values = _person_of(database, text), _values(database)
    access, address = Access(settings.secret or values.get("secret", "")), _address(values)
    for method in (["GET"] if target else []) + (["DELETE"] if is_deletion else []):
        headers = {"authorization": f"Bearer {access.signature(method, person)}"}
        request = Request(f"{address}/person/{person}.zip", headers=headers, method=method)
        with urlopen(request, timeout=PATIENCE_S) as answer:
            if target and method == "GET":
                with target.open("xb") as out:
                    shutil.copyfileobj(answer, out)
    return person


def _values(database: Database) -> dict[str, str]:
    with database.engine.begin() as connection:
        return {row.name: row.value for row in connection.execute(select(house))}


def _address(values: Mapping[str, str]) -> str:
    """Return the address of a running server, by the values that are stored; raise OSError without one."""
    address = next((value for name, value in values.items() if name.startswith(PREFIX)), "").rstrip("/")
    if not address:
        raise OSError(errno.ECONNREFUSED, os.strerror(errno.ECONNREFUSED), "charkoni serve")
    return address


def people(settings: Settings, text: str, acts: Mapping[str, str]) -> list[moderation.Subject]:
    """Return the people about whom reports are open, or a person (see `_person_of`) after some acts of the owner.

    acts: see `People.moderate`, each with a new name or "".  Running servers learn of them within a minute.  Raises
    BadDatabase, BadGuest, Refused.
    """
    with opened(settings) as database:
        known = People(database, Access(""))
        person = _person_of(database, text) if text else ""
        for act, name in acts.items() if person else ():
            asyncio.run(known.moderate(person, act, name))
        return asyncio.run(moderation.subjects(known, database, person))


def owners_address(settings: Settings) -> str:
    """Return an address that lets the owner of the server in, once; raise BadDatabase, OSError where no server runs."""
    with opened(settings) as database:
        ticket = asyncio.run(Tickets(database).issue(OWNER, OWNER_S))
        origin = settings.origins[0] if settings.origins else _address(_values(database))
    return f"{origin}/admin/people/{ticket.id}"


def import_games(settings: Settings, file: Path, errors: list[BadRecord]) -> tuple[int, int]:
    """Import the finished games of a file of records, while servers may run; raise BadDatabase, OSError.

    errors: gets those of records that cannot be read.  Returns how many games were new, and how many were not.
    """
    new = others = 0
    with opened(settings) as database:
        records = read_records(file, errors)
        # In small transactions, so that moves are not held up.
        while batch := list(islice(records, IMPORT_BATCH)):
            with database.engine.begin() as connection:
                counts = import_records(connection, batch, now_ms())
            new, others = new + counts[0], others + counts[1]
    return new, others


def recompute_ratings(settings: Settings) -> int:
    """Compute all ratings again; return the number of rated games.  Raises BadDatabase, InUse."""
    # Not beside a server: the one transaction would hold up its moves.
    with opened(settings) as database, claimed(settings.database), database.engine.begin() as connection:
        return recompute(connection)


def vacuum(settings: Settings) -> tuple[int, int]:
    """Delete expired data and return their space to the disk; raise BadDatabase, InUse.

    Drafts of killed programs among the tournaments and beside the database are removed, too.

    Returns how many games were deleted, and how many bytes a database that is a file has become smaller.
    """
    file = settings.database_file
    with opened(settings) as database, claimed(settings.database):
        before = file.stat().st_size if file else 0
        for folder in {settings.events_folder, *([file.parent] if file else [])}:
            remove_drafts(folder)
        try:
            count = asyncio.run(_swept(settings))
            with database.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
                connection.exec_driver_sql("VACUUM")
                if file:
                    connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")  # only then the file is smaller
        except (StoreError, SQLAlchemyError) as error:
            raise unusable(settings.database, StoreError(str(error))) from None
        return count, before - (file.stat().st_size if file else 0)


async def _swept(settings: Settings) -> int:
    async def unused(ids: Sequence[str]) -> list[str]:
        return list(ids)

    store = Store(settings.database)
    await store.open()
    try:
        return await delete_aged(store, settings.ages, time.time_ns() // 1_000_000, unused, pause_s=0)
    finally:
        await store.close()


def examine(settings: Settings) -> Iterator[Finding]:
    """Yield the findings for each of SUBJECTS, in order: its warnings, or else that it is fine."""
    careless: dict[str, list[Finding]] = {}
    for warning in warnings(settings):
        careless.setdefault(warning.subject, []).append(warning)
    for name, found in settings.chosen.items():
        yield finding("settings", FINE, "CHOSEN", name=name, value=value_of(name, found), source=found.source)
    yield finding("settings", FINE, "USUAL", names=", ".join(name for name in NAMES if name not in settings.chosen))
    for subject in SUBJECTS:
        yield from careless.get(subject) or _EXAMINATIONS[subject](settings)


def _of_proxies(settings: Settings) -> Iterator[Finding]:
    networks = ", ".join(settings.proxies)
    yield finding("proxies", FINE, "BELIEVED" if networks else "NO_PROXIES", networks=networks)


def _of_disk(settings: Settings) -> Iterator[Finding]:
    file = settings.database_file
    folder = disk_folder(file or settings.events_folder / EVENT)
    yield finding("disk", FINE, "FREE", free=f"{shutil.disk_usage(folder).free / 1e9:.1f}", folder=folder)


def _of_clock(settings: Settings) -> Iterator[Finding]:
    """Yield whether the clock agrees with the last time at which a server has said in the database that it runs."""
    now, last = time.time(), 0.0
    with (
        contextlib.suppress(OSError, StoreError, SQLAlchemyError, Refusal),  # reported by `_of_database`
        opened(settings) as database,
        database.engine.connect() as connection,
    ):
        if inspect(connection).has_table(house.name):  # else no server has run yet
            value = connection.execute(select(house.c.value).where(house.c.name == "alive")).scalar()
            last = int(value or 0) / 1000
    shown = [time.strftime("%Y-%m-%d %H:%M", time.gmtime(moment)) for moment in (now, last)]
    is_behind = now < last - BEHIND_S
    yield finding(
        "clock", WARNING if is_behind else FINE, "BEHIND" if is_behind else "TIME", date=shown[0], last=shown[1]
    )


def _of_database(settings: Settings) -> Iterator[Finding]:
    file = settings.database_file
    try:
        if file and not file.exists():
            yield finding("database", WARNING, "NO_FILE")
            return
        with opened(settings) as database, database.engine.connect() as connection:
            if not inspect(connection).has_table("games"):
                yield finding("database", FINE, "UNUSED")
                return
            revision, newest = migrate.present(connection), migrate.newest()
            connection.exec_driver_sql("UPDATE house SET value = value")
            connection.rollback()
    except (StoreError, SQLAlchemyError, OSError) as error:  # of a folder, too, that may not be searched
        problem = str(error.strerror if isinstance(error, OSError) else error)
        yield Finding("database", PROBLEM, unusable(settings.database, StoreError(problem)).reason)
        return
    code = "CURRENT" if revision == newest else "OLDER" if revision < newest else "NEWER"
    yield finding("database", FINE if revision == newest else PROBLEM, code)


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
            yield finding("events", PROBLEM, "DAMAGED", name=path.name, problem=problem)
    if is_whole:
        yield finding("events", FINE, "WHOLE", count=len(paths))


def _of_fonts(_: Settings) -> Iterator[Finding]:
    """Yield whether the fonts of print-outs are there, and the library that sets them."""
    if not importlib.util.find_spec("reportlab"):
        yield finding("fonts", FINE, "NO_PDF", command=install_command("tournament"))
        return
    from charkoni.tournament.printouts.pdf_parts import BOLD, FONTS, PLAIN

    files = [FONTS / f"{name}.ttf" for name in (PLAIN, BOLD)]
    missing = [file for file in files if not os.access(file, os.R_OK)]
    yield finding("fonts", PROBLEM if missing else FINE, "NO_FONTS" if missing else "FONTS", file=(missing or files)[0])


def _of_compiler(_: Settings) -> Iterator[Finding]:
    if not HAS_COMPILER:
        yield finding("compiler", WARNING, "NO_COMPILER", command=install_command("fast"))
    else:
        yield finding("compiler", WARNING, "TO_COMPILE") if has_to_compile() else finding("compiler", FINE, "COMPILED")


_EXAMINATIONS: Mapping[str, Callable[[Settings], Iterable[Finding]]] = {
    "machine": lambda settings: [capacity(settings)],
    "settings": lambda _: [finding("settings", FINE, "CAREFUL")],
    "proxies": _of_proxies,
    "disk": _of_disk,
    "clock": _of_clock,
    "database": _of_database,
    "events": _of_events,
    "fonts": _of_fonts,
    "compiler": _of_compiler,
}
