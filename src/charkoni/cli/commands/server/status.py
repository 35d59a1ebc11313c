"""The output of `charkoni serve --status`."""

import asyncio
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import typer

from charkoni.core.errors import N_
from charkoni.core.translations import Words

if TYPE_CHECKING:
    from charkoni.web.config import Settings

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
