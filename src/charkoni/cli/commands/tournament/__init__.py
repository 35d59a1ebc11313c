"""`charkoni tournament`: its commands, registered by importing their modules."""

from typer.models import CommandInfo

from charkoni.cli.commands.tournament import (
    clock,
    entries,
    event,
    files,
    pages,
    people,
    plan,
    protests,
    reports,
    rounds,
    show,
)
from charkoni.cli.commands.tournament.parameters import app

__all__ = [
    "app",
    "clock",
    "entries",
    "event",
    "files",
    "pages",
    "people",
    "plan",
    "protests",
    "reports",
    "rounds",
    "show",
]

_ORDER = (
    "new", "games", "set", "enter", "correct", "import", "export", "start", "bye", "checkin", "withdraw",
    "return", "expel", "forbid", "final", "copies", "erase", "pair", "edit", "publish", "unpublish",
    "clock", "result", "confirm", "protest", "decide", "close", "finish", "lot", "undo", "show", "print", "pages",
    "why", "log",
    "verify", "check", "simulate", "plan", "ratings", "people",
)  # fmt: skip
"""The commands in the order of the help page."""


def _place(command: CommandInfo) -> int:
    return _ORDER.index(command.name or getattr(command.callback, "__name__", ""))


app.registered_commands.sort(key=_place)
