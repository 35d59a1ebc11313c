"""The commands of `charkoni`: a module for each, in packages by subject; `Commands` is the table of all."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from charkoni.cli.command_group import LazyGroup, words_of
from charkoni.cli.errors import print_error
from charkoni.cli.extras import slow_line
from charkoni.core.files.data_files import read_file


@dataclass(frozen=True, slots=True)
class _Command:
    module: str
    text: str


@dataclass(frozen=True, slots=True)
class _Panel:
    title: str
    commands: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Data:
    commands: Mapping[str, _Command]
    panels: tuple[_Panel, ...]


_DATA = read_file(_Data, Path(__file__).with_name("commands.toml"))


class Commands(LazyGroup):
    """The commands of the program, in the order of its help page."""

    package = __name__
    table: ClassVar[Mapping[str, tuple[str, str]]] = {
        name: (each.module, each.text) for name, each in _DATA.commands.items()
    }
    panels: ClassVar[Mapping[str, tuple[str, ...]]] = {panel.title: panel.commands for panel in _DATA.panels}

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Return name, command and its arguments; say what would make the command fast where that is missing."""
        name, command, rest = super().resolve_command(ctx, args)
        if line := slow_line(str(name), words_of(ctx)):
            print_error(line)
        return name, command, rest
