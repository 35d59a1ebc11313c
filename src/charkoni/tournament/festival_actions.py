"""What arbiters do with the sections of a festival, as declared actions: moving a person, tables, settings of all."""

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Annotated, Self

from charkoni.core.errors import N_
from charkoni.core.translations import Words
from charkoni.tournament.acts.base import entry_of
from charkoni.tournament.acts.declaration import Action, Asked, Command, Request, Written
from charkoni.tournament.acts.entries import Return, Withdraw
from charkoni.tournament.acts.event import ChangeSettings
from charkoni.tournament.acts.fields import ENTRY, FLAG, LINE, SETTINGS
from charkoni.tournament.acts.log import LogEntry
from charkoni.tournament.director import Director
from charkoni.tournament.festival import first_tables, sections
from charkoni.tournament.festival_file import Festival, States, title, twice, write
from charkoni.tournament.model.errors import BadInput, DuplicateEntry, TournamentError, refusal
from charkoni.tournament.model.event import CHIEF, Tournament

_NO_SECTION = N_("there is no section {name}; there are {names}")
_MOVED = N_("{who}: from {one} to {other}, entry #{id}")
_LINE = N_("{section}: entries: {entries}, round {round} of {rounds}, tables {first} to {last}")

Directors = Mapping[str, Director]
"""The directors of the sections of a festival by the names of their files, in their order."""


def states_of(directors: Directors) -> States:
    """Return the states of the sections."""
    return {name: director.state for name, director in directors.items()}


def begin(path: Path, festival: Festival, directors: Directors) -> None:
    """Write the file of a festival, or give it other sections, and number its tables.

    Raise OSError; BadEntry for somebody who is in two of the sections, and then nothing has changed.
    """
    for error in twice(states_of(directors)):
        raise error
    write(path, festival)
    for _ in NumberTables().perform(directors, Request()):
        pass


class FestivalAction(Action):
    """What an arbiter can do with the sections of a festival, at every door."""

    @classmethod
    def of(cls, states: States, texts: Mapping[str, object]) -> Self:
        """Return the action of texts, as `Action.written` does; an entry is one of the section that is named."""
        for name in ("section", "to"):
            if name in cls.model_fields and texts.get(name) not in states:
                raise refusal(BadInput, texts.get(name, ""), _NO_SECTION, name=texts.get(name), names=", ".join(states))
        return cls.written(Asked(states.get(str(texts.get("section")), Tournament())), texts)

    @abstractmethod
    def perform(self, directors: Directors, request: Request) -> Iterator[LogEntry]:
        """Carry it out, and iterate over the entries in the logs; raise TournamentError."""

    def lines(self, words: Words, directors: Directors) -> Iterator[str]:
        """Iterate over what it brought, in words."""
        yield from ()

    def concerned(self, states: States) -> Iterable[str]:
        """Return the sections whose role of the command is needed: by default all."""
        return states


class MovePerson(FestivalAction):
    """Move a person to another section with all data.

    The old entry is withdrawn with its results; who has a table in a running round moves after it.
    """

    command = Command("move", N_("Move a person to another section; the old entry is withdrawn."))

    section: Annotated[str, Written(LINE, help=N_("the section of the person"), metavar="FROM")]
    entry: Annotated[int, Written(ENTRY, name="who")]
    to: Annotated[str, Written(LINE, help=N_("the new section"), metavar="TO")]
    twin: Annotated[bool, Written(FLAG, help=N_("another person of the same name"), answers=DuplicateEntry)] = False

    def perform(self, directors: Directors, request: Request) -> Iterator[LogEntry]:
        """Move the person; nothing has moved where the new section refuses."""
        source, target = directors[self.section], directors[self.to]
        old = entry_of(source.state, self.entry)
        is_running = source.state.current is not None and source.state.current.state == "published"
        leaves = {"from_round": len(source.state.rounds)} if is_running else {}
        yield source.do(Withdraw(entry=old.id, **leaves), reason=request.reason, key=request.key)
        names = ("rating", "title", "club", "region", "country", "fee", "categories")
        kept = {name: list(value) if name == "categories" else value for name in names if (value := getattr(old, name))}
        try:
            yield target.enter(source.state.person(old.id), twin=self.twin, key=request.key, **kept)
        except TournamentError:
            source.do(Return(entry=old.id), reason=request.reason)
            raise

    def lines(self, words: Words, directors: Directors) -> Iterator[str]:
        """Iterate over one line: the new entry."""
        one, other = (title(name, directors[name].state) for name in (self.section, self.to))
        new = directors[self.to].state.entries[-1].id
        yield words._(_MOVED, who=directors[self.to].state.name(new), one=one, other=other, id=new)

    def concerned(self, states: States) -> Iterable[str]:
        """Return both sections."""
        return (self.section, self.to)


def section_lines(words: Words, states: States) -> Iterator[str]:
    """Iterate over a line for each section."""
    for each in sections(states):
        yield words._(_LINE, **each._asdict(), section=each.title)


class NumberTables(FestivalAction):
    """Number the tables of all sections, so that none overlap."""

    command = Command("tables", N_("Number the tables of all sections again, for later rounds."), CHIEF)

    def perform(self, directors: Directors, request: Request) -> Iterator[LogEntry]:
        """Set the first table of each section that has another one."""
        for name, first in first_tables(states_of(directors)).items():
            if directors[name].state.settings.first_table != first:
                act = ChangeSettings(settings={"first_table": first})
                yield directors[name].do(act, reason=request.reason, key=request.key)

    def lines(self, words: Words, directors: Directors) -> Iterator[str]:
        """Iterate over a line for each section."""
        return section_lines(words, states_of(directors))


class SetSections(FestivalAction):
    """Change settings of all sections."""

    command = Command("set", N_("Change settings of all sections: times, venue, clock ..."), CHIEF)

    settings: Annotated[Mapping[str, object], Written(SETTINGS, help="times=2026-11-21 10:00,2026-11-21 14:00")]

    def perform(self, directors: Directors, request: Request) -> Iterator[LogEntry]:
        """Change them."""
        for director in directors.values():
            yield director.do(ChangeSettings(settings=self.settings), reason=request.reason, key=request.key)


ACTIONS: Mapping[str, type[FestivalAction]] = {
    each.command.name: each for each in (MovePerson, NumberTables, SetSections)
}
"""All actions by their names."""
