"""`charkoni tournament`: the event, its settings, its people."""

import contextlib
import getpass
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from charkoni.cli.errors import print_error
from charkoni.core.errors import BadText, Reason, mark
from charkoni.core.translations import Words
from charkoni.tournament.acts.base import Act
from charkoni.tournament.acts.entries import CheckIn, Prohibit, RequestBye
from charkoni.tournament.acts.event import ChangeSettings
from charkoni.tournament.acts.log import LogEntry
from charkoni.tournament.acts.severity import Severity
from charkoni.tournament.director import Director
from charkoni.tournament.final_stage import final_of
from charkoni.tournament.model.errors import EngineFailed, TooLong
from charkoni.tournament.model.event import Tournament
from charkoni.tournament.model.person_names import folded, latin
from charkoni.tournament.model.players import Entry, Person
from charkoni.tournament.model.settings import parsed, shown, types, with_full_game_name
from charkoni.tournament.pairing import lots
from charkoni.tournament.pairing.protocol import Advice
from charkoni.tournament.pairing.systems import system_of
from charkoni.tournament.pairing.worker import Engine

_PAIR = mark("it is written NAME=VALUE")
_NO_FIELD = mark("there is no such name; there are {names}")
_WHOLE = mark("a whole number is needed")
_NOBODY = mark("there is nobody of this number or name")
_SEVERAL = mark("several fit: {names}")
_DONE = mark("act {number}: {kind}")
_LEVEL = mark("act {number}: {kind}, level {level}")
_ADVICE = {
    Advice.ROUND_ROBIN: mark("up to six entries a round robin is better: set system=round-robin, then start again"),
    Advice.ACCELERATION: mark("from a hundred entries on the first rounds may be accelerated: set accelerated=yes"),
    Advice.SECTIONS: mark("more than 1,024 entries are better played in sections by rating"),
}
_WAITING = mark("not here yet: {names}")
_COPY = mark("no copy: {problem}; what was done is done")
_SEAL = mark("SHA-256 of the seed: {seal}")

LONG_FIELD = 200
PERSON = ("latin", "birth", "sex", "contact", "federation_id")
ENTRY = ("rating", "title", "club", "region", "country", "categories", "fee")


class BadWord(BadText):
    """A word of the command line that cannot be used."""


def bad(text: str, template: str, **args: object) -> BadWord:
    """Return the error about a word."""
    return BadWord(text, Reason("BADWORD", "", template, args))


class EngineTrouble(BadText):
    """The engine broke or took too long; nothing changed."""


@contextlib.contextmanager
def opened(event: Path, words: Words) -> Iterator[Director]:
    """Open an event to work on it; the pairing engine runs in a process of its own with its limits."""
    engine = Engine()
    with Director.open(event.expanduser(), who=author()) as director:
        director.engine = engine.pair
        try:
            yield director
            if director.copy_problem:
                print_error(words._(_COPY, problem=director.copy_problem))
        except (EngineFailed, TooLong) as error:
            raise EngineTrouble(event.name, Reason(type(error).__name__.upper(), "", str(error))) from None
        finally:
            engine.close()


def author() -> str:
    """Return in whose name acts are written: who is logged in."""
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):
        return ""


def said(words: Words, act: LogEntry) -> None:
    """Print one line about an act."""
    template = _DONE if act.severity < Severity.NOTICE else _LEVEL
    print(words._(template, number=act.number, kind=act.kind, level=act.severity))


def new(words: Words, event: Path, settings: Sequence[str]) -> None:
    """Begin an event."""
    with Director.create(event.expanduser(), settings_of(settings), who=author()) as director:
        said(words, director.log[-1])
        print(words._(_SEAL, seal=lots.seal(director.state.settings.seed)))


def change(words: Words, event: Path, settings: Sequence[str], reason: str) -> None:
    """Change settings, or print them."""
    with opened(event, words) as director:
        if settings:
            said(words, director.do(ChangeSettings(settings=with_full_game_name(settings_of(settings))), reason=reason))
            return
        state = director.state
        for name in types():
            hidden = name == "seed" and not lots.is_public(state.phase)
            value = lots.seal(state.settings.seed) if hidden else shown(state.settings, name)
            print(f"{'seed-sha256' if hidden else name}={value}")


def settings_of(words: Sequence[str]) -> dict[str, Any]:
    """Return settings typed as NAME=VALUE as JSON values; raise BadWord, BadSetting."""
    named = ((name.replace("-", "_"), value) for name, value in map(parted, words))
    return {name: parsed(name, value) for name, value in named}


def parted(word: str) -> tuple[str, str]:
    """Return name and value of NAME=VALUE; raise BadWord."""
    name, equals, value = word.partition("=")
    if not equals or not name.strip():
        raise bad(word, _PAIR)
    return name.strip(), value.strip()


def person_of(name: str, words: Sequence[str]) -> tuple[Person, dict[str, Any]]:
    """Return who it is and the fields of the entry, from NAME=VALUE words; raise BadWord."""
    person, entry = Person(name), dict[str, Any]()
    for word in words:
        field, value = parted(word)
        if field == "name":
            person = replace(person, name=value)
        elif field in PERSON:
            changes: Mapping[str, Any] = {field: value}
            person = replace(person, **changes)
        elif field == "rating":
            if not (value.isascii() and value.isdigit()):
                raise bad(word, _WHOLE)
            entry[field] = int(value)
        elif field == "categories":
            entry[field] = [part.strip() for part in value.split(",") if part.strip()]
        elif field in ENTRY:
            entry[field] = value[:LONG_FIELD]
        else:
            raise bad(word, _NO_FIELD, names=", ".join(("name", *PERSON, *ENTRY)))
    return person, entry


def enter(words: Words, event: Path, name: str, fields_: Sequence[str], twin: bool) -> None:
    """Enter somebody."""
    person, entry = person_of(name, fields_)
    with opened(event, words) as director:
        said(words, director.enter(person, twin=twin, **entry))


def correct(words: Words, event: Path, who: str, fields_: Sequence[str], reason: str) -> None:
    """Correct an entry; what is not named stays."""
    with opened(event, words) as director:
        entry = found(director.state, who)
        old = director.state.person(entry.id)
        person, changes = person_of(old.name, fields_)
        named = {parted(word)[0] for word in fields_}
        kept: Mapping[str, Any] = {name: getattr(old, name) for name in PERSON if name not in named}
        person = replace(person, **kept)
        said(words, director.correct(entry.id, changes, None if person == old else person, reason))


def found(state: Tournament, who: str) -> Entry:
    """Return an entry by pairing number (by entry before numbers are given), `#entry`, or part of its name."""
    text = who.strip()
    if text.startswith("#") and text[1:].isdigit():
        matches = [entry for entry in state.entries if entry.id == int(text[1:])]
    elif text.isascii() and text.isdigit():
        matches = [entry for entry in state.entries if (entry.number or entry.id) == int(text)]
    else:
        wanted = folded(latin(text)).split()
        names = {entry.id: folded(latin(state.name(entry.id))) for entry in state.entries}
        matches = [entry for entry in state.entries if wanted and all(part in names[entry.id] for part in wanted)]
        exact = [entry for entry in matches if names[entry.id] == folded(latin(text))]
        matches = exact if len(exact) == 1 else matches
    if not matches:
        raise bad(who, _NOBODY)
    if len(matches) > 1:
        raise bad(who, _SEVERAL, names=", ".join(f"#{entry.id} {state.name(entry.id)}" for entry in matches[:8]))
    return matches[0]


def start(words: Words, event: Path, rounds: int) -> None:
    """Close the list."""
    with opened(event, words) as director:
        said(words, director.close_list(rounds))
        settings = director.state.settings
        found_ = system_of(settings).advice(len(director.state.entries), accelerated=settings.accelerated)
        if found_ is not None:
            print_error(words._(_ADVICE[found_]))


def checkin(words: Words, event: Path, who: Sequence[str], away: bool, begin: bool) -> None:
    """Mark people as here or absent; tell who is not here yet."""
    with opened(event, words) as director:
        marked = list(director.state.entries) if begin else [found(director.state, one) for one in who]
        for entry in marked:
            if entry.here == (begin or away):
                said(words, director.do(CheckIn(entry=entry.id, here=not (begin or away))))
        waiting = [entry for entry in director.state.entries if not entry.here and not entry.left]
        print(
            words._(
                _WAITING,
                names=", ".join(f"{e.number or f'#{e.id}'} {director.state.name(e.id)}" for e in waiting) or "–",
            )
        )


def final(words: Words, event: Path, new_: Path, top: int) -> None:
    """Begin a final in a new file."""
    with Director.open(event.expanduser()) as director:
        made = final_of(director.state, top)
    with Director.take_over(new_.expanduser(), made, who=author()) as begun:
        said(words, begun.log[-1])


def bye(words: Words, event: Path, who: str, round_: int | None, code: str, reason: str) -> None:
    """Ask for a bye, or take it back."""
    with opened(event, words) as director:
        number = round_ or len(director.state.rounds) + 1
        asked = "" if code == "-" else code.upper()
        act = RequestBye(entry=found(director.state, who).id, round=number, code=asked)
        said(words, director.do(act, reason=reason))


def entry_act(
    words: Words, event: Path, new: Callable[..., Act], who: str, data: Mapping[str, Any], reason: str = ""
) -> None:
    """Do an act about one entry."""
    with opened(event, words) as director:
        said(words, director.do(new(entry=found(director.state, who).id, **data), reason=reason))


def forbid(words: Words, event: Path, who: Sequence[str], data: Mapping[str, Any], reason: str) -> None:
    """Forbid some to meet."""
    with opened(event, words) as director:
        ids = tuple(found(director.state, one).id for one in who)
        said(words, director.do(Prohibit(entries=ids, **data), reason=reason))


def undo(words: Words, event: Path, act: int | None, reason: str) -> None:
    """Undo an act."""
    with opened(event, words) as director:
        done = director.undo(act, reason=reason)
        undone = director.log[int(done.data["act"]) - 1]
        print(words._(mark("act {number}: act {undone} ({kind}) does not count any more"),
                      number=done.number, undone=undone.number, kind=undone.kind))  # fmt: skip


def copies(words: Words, event: Path, folder: Path) -> None:
    """Keep copies in a second folder."""
    with opened(event, words) as director:
        director.keep_copies_in(folder.expanduser())
        print(folder.expanduser() / director.store.path.name)


def erase(words: Words, event: Path, who: str) -> None:
    """Forget who an entry is."""
    with opened(event, words) as director:
        entry = found(director.state, who)
        director.erase(entry.id)
        print_error(words._(mark("entry #{id} has no name any more"), id=entry.id))
