"""`charkoni serve`: the web server."""

import contextlib
import gc
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from charkoni.cli.command_group import words_of
from charkoni.cli.commands.server.status import print_status
from charkoni.cli.parameters import flag, option
from charkoni.core.errors import N_
from charkoni.core.translations import Words

if TYPE_CHECKING:
    from charkoni.web.config import Settings
    from charkoni.web.engine.worker import Worker

_EVENTS = {
    "up": N_("Charkoni is at {address}   (Ctrl-C ends it)"),
    "network": N_("Others in your network open {address}"),
    "alone": N_("Only this computer opens the pages again."),
    "waiting": N_("The computer is getting ready; its low levels and games with people start at once."),
    "no browser": N_(
        "This machine has no screen for a browser. Other devices can open the page when the server starts with "
        "--host 0.0.0.0."
    ),
    "ready": N_("The computer is ready on all levels."),
}
"""By the event of a server (see `serve.serve`) its line in the terminal."""


def serve(
    context: typer.Context,
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
    words = words_of(context)
    with (
        contextlib.suppress(KeyboardInterrupt),
        contextlib.ExitStack() as ending,
    ):  # it may come before the server is up
        gc.disable()  # garbage collections during imports would take a tenth of the time
        ending.callback(gc.enable)
        worker = _first_worker(ending, is_wanted=workers != 0 and not status)
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
        run(settings, partial(_report, words, settings, may_differ), open_page, may_differ, worker)
        print(words._("Charkoni has ended; all games are kept."), flush=True)


def _first_worker(ending: contextlib.ExitStack, is_wanted: bool) -> "Worker | None":
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


def _report(words: Words, settings: "Settings", may_differ: bool, event: str, address: str) -> None:
    """Print an event of the server, see `serve.serve`; after "up" the self-check."""
    if event == "up" and may_differ and not address.endswith(f":{settings.port}/"):
        print(words._("Port {port} is taken by another program, so this one is used.", port=settings.port), flush=True)
    print(words._(_EVENTS[event], address=address), flush=True)
    if event == "up":
        from charkoni.web.findings import capacity, network_address, warnings

        if in_network := network_address(settings, address):
            _report(words, settings, may_differ, "network", in_network)
        for finding in (capacity(settings), *warnings(settings)):
            print(finding.text.message(words._), flush=True)
