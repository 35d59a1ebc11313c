"""`charkoni tournament festival`: several events in one hall."""

import contextlib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

from charkoni.cli.command_group import typer_app
from charkoni.cli.commands.tournament.acts import register, texts_of
from charkoni.cli.commands.tournament.event_files import app, author, print_act
from charkoni.cli.errors import bad_word, print_error
from charkoni.cli.language import of_event
from charkoni.cli.parameters import argument, option
from charkoni.cli.print_outs import content_of, write_bytes
from charkoni.core.errors import N_
from charkoni.core.translations import Words
from charkoni.tournament.acts.declaration import Request
from charkoni.tournament.director import Director
from charkoni.tournament.festival import (
    ACTIONS,
    LISTS,
    FestivalAction,
    begin,
    remarks,
    section_lines,
    states_of,
)
from charkoni.tournament.festival_file import ENDING, Festival, States, read
from charkoni.tournament.printouts.document import Sheet
from charkoni.tournament.printouts.text import text

group = typer_app(no_args_is_help=True)
app.add_typer(group, name="festival", help=N_("Sections of one festival: one hall, one timetable, common lists."))

_File = Annotated[Path, argument("FESTIVAL", N_("the file of the festival"))]
_LIST = argument("LIST", ", ".join(LISTS))


@group.command(help=N_("Create a festival of events in the same folder, or give it other sections."))
def new(
    words: Words,
    festival: _File,
    sections: Annotated[list[str], argument("EVENT...", N_("the files of the events"))],
    name: Annotated[str, option("TEXT", N_("the name of the festival"))] = "",
) -> None:
    """Write the file of a festival, and number its tables."""
    names, path = tuple(dict.fromkeys(Path(each).name for each in sections)), _path(festival)
    old = read(path) if path.exists() else Festival(festival.stem)
    with _opened(path, replace(old, name=name or old.name, sections=names)) as (found, directors):
        begin(path, found, directors)
        _print(words, states_of(directors))


@group.command(help=N_("Show the sections and conflicts between them; or one common list."))
def show(words: Words, festival: _File, what: Annotated[str, _LIST] = "") -> None:
    """Show a festival."""
    with _opened(festival) as (found, directors):
        if what:
            print(text(_list(words, what, found, states_of(directors))), end="")
        else:
            _print(words, states_of(directors))


def _act(words: Words, path: Path, action: type[FestivalAction], given: dict[str, Any]) -> None:
    """Carry out an action, and print what it did in each section."""
    with _opened(path) as (_, directors):
        before = states_of(directors)
        asked = action.of(before, texts_of(action, given))
        for entry in asked.perform(directors, Request(given["reason"])):
            print_act(words, entry)
        for line in asked.lines(words, directors):
            print(line)


for _action in ACTIONS.values():
    register(group, _action, _act, _File)


@group.command("print", help=N_("Write a list of all sections into a new file: .pdf, .html or .txt."))
def print_(
    words: Words,
    festival: _File,
    what: Annotated[str, _LIST],
    output: Annotated[Path, option("FILE", N_("a new file"), "--output", "-o")],
    language: Annotated[str | None, option("LANG", N_("of the print-out: ru, en, tr, kk or ky"))] = None,
) -> None:
    """Write a list of all sections."""
    words = Words(of_event([language] if language else None, words.language)[0])
    with _opened(festival) as (found, directors):
        write_bytes(content_of(_list(words, what, found, states_of(directors)), output, "A4"), output)
    print(output)


def _path(festival: Path) -> Path:
    """Return the path of the file of a festival, whose ending may be left out; an old file without it is renamed."""
    path = festival.expanduser()
    full = path if path.suffix == ENDING else path.with_name(f"{path.name}{ENDING}")
    if path != full and path.is_file() and not full.exists():
        read(path)
        path.rename(full)
    return full


@contextlib.contextmanager
def _opened(path: Path, found: Festival | None = None) -> Iterator[tuple[Festival, dict[str, Director]]]:
    """Open the events of a festival, by default of that of a file; raise OSError, BadFile."""
    path = _path(path)
    found = found or read(path)
    with contextlib.ExitStack() as stack:
        directors = {
            name: stack.enter_context(Director.open(path.with_name(name), who=author())) for name in found.sections
        }
        yield found, directors


def _list(words: Words, what: str, found: Festival, states: States) -> Sheet:
    if what not in LISTS:
        raise bad_word(what, N_("there is no list {name}; there are {names}"), name=what, names=", ".join(LISTS))
    return LISTS[what](words, found.name, states)


def _print(words: Words, states: States) -> None:
    """Print a line for each section, and remarks on standard error."""
    print(*section_lines(words, states), sep="\n")
    for remark in remarks(words, states):
        print_error(remark)
