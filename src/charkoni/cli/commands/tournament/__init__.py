"""`charkoni tournament`: its commands, registered by importing their modules."""

from typer.models import CommandInfo

from charkoni.cli.commands.tournament import (  # noqa: F401  # each registers its commands
    acts,
    event,
    festival,
    files,
    people,
    reports,
    show,
)
from charkoni.cli.commands.tournament.event_files import app
from charkoni.tournament.actions.registry import ACTIONS

_BEFORE = ("new", "games")
_AFTER = (
    "clock", "final", "copies", "import", "export", "show", "divisions", "print", "pages", "why", "log", "verify",
    "check", "simulate", "plan", "ratings", "people", "rating-list",
)  # fmt: skip
_ORDER = (*_BEFORE, *ACTIONS, *_AFTER)
"""The commands in the order of the help page; old spellings, which it does not show, come last."""


def _place(command: CommandInfo) -> int:
    name = command.name or getattr(command.callback, "__name__", "")
    return _ORDER.index(name) if name in _ORDER else len(_ORDER)


app.registered_commands.sort(key=_place)
