"""`charkoni tournament festival`: several events in one hall."""

import contextlib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from charkoni.cli.command_group import typer_app, words_of
from charkoni.cli.commands.tournament.event_files import author, print_act, write_bytes
from charkoni.cli.commands.tournament.parameters import Reason, app
from charkoni.cli.commands.tournament.show import content_of
from charkoni.cli.errors import bad_word, print_error
from charkoni.cli.language import of_event
from charkoni.core.errors import N_
from charkoni.core.translations import Words
from charkoni.tournament import festival as festivals
from charkoni.tournament.acts.event import ChangeSettings
from charkoni.tournament.acts.fields import entry as entry_of_text
from charkoni.tournament.acts.fields import settings_of
from charkoni.tournament.director import Director
from charkoni.tournament.festival import LISTS, Festival, States
from charkoni.tournament.printouts.document import Sheet
from charkoni.tournament.printouts.text import text

group = typer_app(no_args_is_help=True)
app.add_typer(group, name="festival", help=N_("Sections of one festival: one hall, one timetable, common lists."))

_LINE = N_("{section}: entries: {entries}, round {round} of {rounds}, tables {first} to {last}")
_NO_SECTION = N_("there is no section {name}; there are {names}")
_MOVED = N_("{who}: from {one} to {other}, entry #{id}")
_File = Annotated[Path, typer.Argument(metavar="FESTIVAL", help=N_("the file of the festival"))]
_LIST = typer.Argument(metavar="LIST", help=", ".join(LISTS))


@group.command(help=N_("Create a festival of events in the same folder, or give it other sections."))
def new(
    context: typer.Context,
    festival: _File,
    sections: Annotated[list[str], typer.Argument(metavar="EVENT...", help=N_("the files of the events"))],
    name: Annotated[str, typer.Option("--name", metavar="TEXT", help=N_("the name of the festival"))] = "",
) -> None:
    """Write the file of a festival, and number its tables."""
    names = tuple(dict.fromkeys(Path(each).name for each in sections))
    old = festivals.read(festival) if festival.exists() else Festival(festival.stem)
    with _opened(festival, replace(old, name=name or old.name, sections=names)) as (found, directors):
        festivals.write(festival, found)
        festivals.number_tables(directors)
        _print(words_of(context), directors)


@group.command(help=N_("Show the sections, and who or what is in two of them; or one list of all."))
def show(context: typer.Context, festival: _File, what: Annotated[str, _LIST] = "") -> None:
    """Show a festival."""
    words = words_of(context)
    with _opened(festival) as (found, directors):
        if what:
            print(text(_list(words, what, found, _states(directors))), end="")
        else:
            _print(words, directors)


@group.command(help=N_("Number the tables of all sections again, for rounds to come."))
def tables(context: typer.Context, festival: _File) -> None:
    """Number the tables."""
    with _opened(festival) as (_, directors):
        festivals.number_tables(directors)
        _print(words_of(context), directors)


@group.command("set", help=N_("Change settings of all sections: times, venue, clock ..."))
def set_(
    context: typer.Context,
    festival: _File,
    settings: Annotated[list[str], typer.Argument(metavar="NAME=VALUE")],
    reason: Reason = "",
) -> None:
    """Change settings of all sections."""
    act = ChangeSettings(settings=settings_of(settings))
    with _opened(festival) as (_, directors):
        for director in directors.values():
            print_act(words_of(context), director.do(act, reason=reason), director.state.settings.name)


@group.command(help=N_("Move a person to another section; the old entry is withdrawn."))
def move(
    context: typer.Context,
    festival: _File,
    section: Annotated[str, typer.Argument(metavar="FROM", help=N_("the section of the person"))],
    who: Annotated[str, typer.Argument(metavar="WHO", help=N_("a number, #entry or part of a name"))],
    to: Annotated[str, typer.Argument(metavar="TO", help=N_("the new section"))],
    reason: Reason = "",
) -> None:
    """Move a person."""
    words = words_of(context)
    with _opened(festival) as (_, directors):
        for name in (section, to):
            if name not in directors:
                raise bad_word(name, _NO_SECTION, name=name, names=", ".join(directors))
        entry = entry_of_text(directors[section].state, who)
        new_entry = festivals.move(directors[section], entry, directors[to], reason)
        one, other = (festivals.title(name, directors[name].state) for name in (section, to))
        print(words._(_MOVED, who=directors[to].state.name(new_entry), one=one, other=other, id=new_entry))


@group.command("print", help=N_("Write a list of all sections into a new file: .pdf, .html or .txt."))
def print_(
    context: typer.Context,
    festival: _File,
    what: Annotated[str, _LIST],
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help=N_("a new file"))],
    language: Annotated[
        str | None, typer.Option("--language", metavar="LANG", help=N_("of the print-out: ru, en, tr, kk or ky"))
    ] = None,
) -> None:
    """Write a list of all sections."""
    words = Words(of_event([language] if language else None, words_of(context).language)[0])
    with _opened(festival) as (found, directors):
        write_bytes(content_of(_list(words, what, found, _states(directors)), output, "A4"), output)
    print(output)


@contextlib.contextmanager
def _opened(path: Path, found: Festival | None = None) -> Iterator[tuple[Festival, dict[str, Director]]]:
    """Open the events of a festival, by default of that of a file; raise OSError, BadFile."""
    found = found or festivals.read(path.expanduser())
    folder = path.expanduser().parent
    with contextlib.ExitStack() as stack:
        yield found, {name: stack.enter_context(Director.open(folder / name, who=author())) for name in found.sections}


def _states(directors: dict[str, Director]) -> States:
    return {name: director.state for name, director in directors.items()}


def _list(words: Words, what: str, found: Festival, states: States) -> Sheet:
    if what not in LISTS:
        raise bad_word(what, N_("there is no list {name}; there are {names}"), name=what, names=", ".join(LISTS))
    return LISTS[what](words, found.name, states)


def _print(words: Words, directors: dict[str, Director]) -> None:
    """Print a line for each section, and remarks on standard error."""
    states = _states(directors)
    ends = [*list(festivals.first_tables(states).values())[1:], 0]
    for (name, state), end in zip(states.items(), ends, strict=True):
        first, count = state.settings.first_table, (len(state.entries) + 1) // 2
        values = {"entries": len(state.entries), "round": len(state.rounds), "rounds": state.settings.rounds}
        last = max(end - 1, first + count - 1)
        print(words._(_LINE, section=festivals.title(name, state), **values, first=first, last=last))
    for remark in festivals.remarks(words, states):
        print_error(remark)
