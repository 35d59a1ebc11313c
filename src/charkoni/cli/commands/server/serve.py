"""`charkoni serve`: the web server, and with --status what runs."""

import asyncio
import contextlib
import gc
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from charkoni.cli.parameters import flag, option
from charkoni.core.errors import N_
from charkoni.core.files.data_files import read_texts
from charkoni.core.translations import Words

if TYPE_CHECKING:
    from charkoni.web.config import Settings
    from charkoni.web.engine.worker import Worker

_EVENTS = read_texts(Path(__file__).with_suffix(".toml"))
"""By the event of a server (see `serve.serve`) its line in the terminal."""


def serve(
    words: Words,
    settings_file: Annotated[
        str | None, option("FILE", N_("a TOML file of settings; options are stronger"), "--settings")
    ] = None,
    host: Annotated[
        str | None,
        typer.Option(
            "--host",
            metavar="ADDRESS",
            help=N_("address to listen on; 0.0.0.0: reachable by everyone"),
            show_default="127.0.0.1",
        ),
    ] = None,
    port: Annotated[
        int | None, option("", N_("the port, usually 8000 or one near it; 0: any free one"), min=0, max=65535)
    ] = None,
    database: Annotated[
        str | None, option("FILE|URL", N_("a file; for several servers postgresql://user@host/name"))
    ] = None,
    workers: Annotated[int | None, option("", N_("processes that think for the computer"), min=0, max=256)] = None,
    origin: Annotated[list[str] | None, option("URL", N_("an address of the pages with a domain name"))] = None,
    proxy: Annotated[
        list[str] | None, option("ADDRESS", N_("a trusted proxy that reports the visitors' addresses"))
    ] = None,
    open_page: Annotated[bool, flag("--open", N_("show the page in the browser"))] = False,
    dev: Annotated[bool, flag("--dev", N_("for developing the pages: no caching"))] = False,
    status: Annotated[bool, flag("--status", N_("print the usage of the running servers of the database"))] = False,
) -> None:
    """Serve the web page.  Without a port: on the usual one or, if that is taken, on a free one near it."""
    with (
        contextlib.suppress(KeyboardInterrupt),
        contextlib.ExitStack() as ending,
    ):  # it may come before the server is up
        gc.disable()  # garbage collections during imports would take a tenth of the time
        ending.callback(gc.enable)
        worker = first_worker(ending, is_wanted=workers != 0 and not status)
        from charkoni.web.config import Settings
        from charkoni.web.serve import serve as run

        settings = Settings.from_environment(
            settings_file,
            dev,
            host=host,
            port=port,
            database=database,
            workers=workers,
            origins=origin or None,
            proxies=proxy or None,
        )
        if status:
            print_status(words, settings)
            return
        may_differ = "port" not in settings.chosen
        run(settings, partial(report, words, settings, may_differ), open_page, may_differ, worker)
        print(words._("Charkoni has ended; all games are kept."), flush=True)


def first_worker(ending: contextlib.ExitStack, is_wanted: bool) -> "Worker | None":
    """Choose the mode of the compiler, then start a first process of the engine, which `ending` stops.

    The process imports the packages of the extra while this one does the same.
    """
    from charkoni.web.engine.readiness import choose_mode

    interprets = choose_mode()
    if not is_wanted:
        return None
    from charkoni.web.engine.worker import Worker

    worker = Worker(interprets)
    ending.callback(worker.stop)
    return worker


def report(words: Words, settings: "Settings", may_differ: bool, event: str, address: str) -> None:
    """Print an event of the server, see `serve.serve`; after "up" the self-check."""
    if event == "up" and may_differ and not address.endswith(f":{settings.port}/"):
        print(words._("Port {port} is taken by another program, so this one is used.", port=settings.port), flush=True)
    print(words._(_EVENTS[event], address=address), flush=True)
    if event == "up":
        from charkoni.web.findings import capacity, network_address, warnings

        if in_network := network_address(settings, address):
            report(words, settings, may_differ, "network", in_network)
        for finding in (capacity(settings), *warnings(settings)):
            print(finding.text.message(words._), flush=True)


_COMPUTER = N_("Computer: games ready: {ready} of {of}, requests waiting: {queued}")
_QUEUE = N_("  requests waiting: {count}, of guest {guest} at {address}")


def print_status(words: Words, settings: "Settings") -> None:
    """Print the status of all servers of a database; exit code 1 when none runs."""
    from charkoni.web.serve import unusable
    from charkoni.web.status import reports
    from charkoni.web.store import StoreError

    try:
        found = asyncio.run(reports(settings))
    except StoreError as error:
        raise unusable(settings.database, error) from None
    for report in found:
        for line in lines_of(words, report):
            print(line)
    if not found:
        print(words._("No server with this database is running: {database}", database=settings.database))
        raise typer.Exit(1)


def lines_of(words: Words, report: dict[str, Any]) -> Iterator[str]:
    """Yield the lines about a server.  report: see `charkoni.web.status.document`, with its address."""
    yield words._(
        "{address} – up {minutes} min, memory {memory} MB, games in memory {rooms}, boards {boards}, events {events}",
        **{name: report[name] for name in ("address", "minutes", "memory", "rooms", "boards", "events")},
    )
    yield words._("Games in the database: {counts}", counts=_listed(words, report["games"].items()))
    ready, of = report["computer"]
    yield words._(_COMPUTER, ready=ready, of=of, queued=report["queued"])
    for address, guest, count in report["queue"]:
        yield words._(_QUEUE, count=count, guest=guest or "–", address=address or "–")
    if report["budgets"]:
        yield words._("Budgets that are used most (left of how much):")
    for holder, name, operation, left, burst in report["budgets"]:
        yield f"  {operation:9} {holder:8} {name or '–':24} {left:>10g} / {burst:g}"
    yield words._("Refused since the start: {counts}", counts=_listed(words, report["refused"].items()))
    yield words._("Connections: {counts}", counts=_listed(words, report["connections"]))
    yield from report["findings"]


def _listed(words: Words, pairs: Any) -> str:
    return ", ".join(f"{name} {count}" for name, count in pairs) or words._("none")
