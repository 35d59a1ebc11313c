"""`charkoni tournament enter, correct, bye, checkin, withdraw, ...`: the entries of an event."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from charkoni.cli.command_group import words_of
from charkoni.cli.commands.tournament.event_files import opened, print_act, print_categories, with_option
from charkoni.cli.commands.tournament.lookups import bad_word, find_entry, split_pair
from charkoni.cli.commands.tournament.parameters import Event, Reason, RoundNumber, Who, app
from charkoni.cli.errors import print_error
from charkoni.core.errors import N_
from charkoni.tournament.acts.entries import CheckIn, Expel, Prohibit, RequestBye, Return, Withdraw
from charkoni.tournament.known_people import KnownPeople
from charkoni.tournament.model.categories import parts
from charkoni.tournament.model.errors import DuplicateEntry
from charkoni.tournament.model.event import Tournament
from charkoni.tournament.model.players import Entry, Person

LONGEST_FIELD = 200
PERSON_FIELDS = ("latin", "birth", "sex", "contact", "federation_id")
ENTRY_FIELDS = ("rating", "title", "club", "region", "country", "categories", "fee")

_NO_FIELD = N_("there is no such name; there are {names}")
_WHOLE = N_("a whole number is needed")
_NOBODY = N_("no earlier event in this folder knows that name")
_SEVERAL = N_("several fit: {names}")
_LONG = N_("at most {most} signs")
_WAITING = N_("not here yet: {names}")
_IS_HERE = N_("{who} is here already")
_IS_AWAY = N_("{who} is absent already")


@app.command(help=N_("Enter somebody; fields are given as NAME=VALUE."))
def enter(
    context: typer.Context,
    event: Event,
    name: Annotated[str, typer.Argument(metavar="NAME", help=N_("the name; of a fixed pair: A / B"))],
    fields: Annotated[
        list[str] | None,
        typer.Argument(metavar="FIELD=VALUE", help="rating title club region country birth sex categories latin"),
    ] = None,
    twin: Annotated[bool, typer.Option("--twin", help=N_("somebody else of the same name"))] = False,
    known: Annotated[bool, typer.Option("--known", help=N_("complete it from earlier events"))] = False,
) -> None:
    """Enter somebody."""
    words = words_of(context)
    person, entry = _person(name, fields or [])
    if known:
        with opened(event, words) as director:
            person, entry = _completed(event, person, entry, director.state.settings.game)
    with opened(event, words) as director:
        try:
            print_act(words, director.enter(person, twin=twin, **entry))
        except DuplicateEntry as error:
            raise with_option(words, error, "--twin") from None
        print_categories(words, director.state, len(director.state.entries))


def _completed(event: Path, person: Person, entry: Mapping[str, Any], game: str) -> tuple[Person, dict[str, Any]]:
    """Return a person and fields completed by what earlier events in the folder tell; raise BadWord."""
    found = KnownPeople(event.expanduser().parent).find(person.name)
    if len(found) != 1:
        names = ", ".join(f"{each.name} {each.year or ''}".rstrip() for each in found)
        raise bad_word(person.name, _SEVERAL if found else _NOBODY, names=names)
    one = found[0]
    more = {"rating": one.rating(game), "title": one.title, "club": one.club, "country": one.country}
    known = {"latin": one.latin, "birth": str(one.year or ""), "sex": one.sex, "federation_id": one.federation_id}
    missing: Mapping[str, Any] = {key: value for key, value in known.items() if not getattr(person, key)}
    return replace(person, name=one.name, **missing), {key: v for key, v in more.items() if v} | dict(entry)


@app.command(help=N_("Correct what is known of somebody; fields are given as NAME=VALUE."))
def correct(
    context: typer.Context,
    event: Event,
    who: Who,
    fields: Annotated[list[str], typer.Argument(metavar="FIELD=VALUE", help="name=... rating=... club=...")],
    reason: Reason = "",
) -> None:
    """Correct an entry; what is not named stays."""
    words = words_of(context)
    with opened(event, words) as director:
        entry = find_entry(director.state, who)
        old = director.state.person(entry.id)
        person, changes = _person(old.name, fields)
        named = {split_pair(word)[0] for word in fields}
        kept: Mapping[str, Any] = {name: getattr(old, name) for name in PERSON_FIELDS if name not in named}
        person = replace(person, **kept)
        print_act(words, director.correct(entry.id, changes, None if person == old else person, reason))
        print_categories(words, director.state, entry.id)


def _person(name: str, words: Sequence[str]) -> tuple[Person, dict[str, Any]]:
    """Return a person and the fields of the entry from FIELD=VALUE words; raise BadWord."""
    person, entry = Person(name.removeprefix("name=")), dict[str, Any]()
    for word in words:
        field, value = split_pair(word)
        if field == "name":
            person = replace(person, name=value)
        elif field in PERSON_FIELDS:
            changes: Mapping[str, Any] = {field: value}
            person = replace(person, **changes)
        elif field == "rating":
            if not (value.isascii() and value.isdigit()):
                raise bad_word(word, _WHOLE)
            entry[field] = int(value)
        elif field == "categories":
            entry[field] = parts(value)
        elif field in ENTRY_FIELDS:
            if len(value) > LONGEST_FIELD:
                raise bad_word(word, _LONG, most=LONGEST_FIELD)
            entry[field] = value
        else:
            raise bad_word(word, _NO_FIELD, names=", ".join(("name", *PERSON_FIELDS, *ENTRY_FIELDS)))
    return person, entry


@app.command(help=N_("Say that somebody is absent in a round (Z), or gets a bye asked for (H, F)."))
def bye(
    context: typer.Context,
    event: Event,
    who: Who,
    round_: RoundNumber = None,
    code: Annotated[str, typer.Option("--code", metavar="Z|H|F|-", help=N_("which bye; - takes it back"))] = "Z",
    reason: Reason = "",
) -> None:
    """Request a bye for the next or another round, or take the request back."""
    words = words_of(context)
    with opened(event, words) as director:
        number = round_ or len(director.state.rounds) + 1
        asked = "" if code == "-" else code.upper()
        act = RequestBye(entry=find_entry(director.state, who).id, round=number, code=asked)
        print_act(words, director.do(act, reason=reason))


@app.command(help=N_("Mark people as here, or as absent until further notice (--away)."))
def checkin(
    context: typer.Context,
    event: Event,
    who: Annotated[list[str] | None, typer.Argument(metavar="WHO", help=N_("numbers, #entries or names"))] = None,
    away: Annotated[bool, typer.Option("--away", help=N_("absent until further notice"))] = False,
    begin: Annotated[bool, typer.Option("--begin", help=N_("begin the check-in: nobody is here yet"))] = False,
) -> None:
    """Mark people as present or absent; print who is absent."""
    words = words_of(context)
    with opened(event, words) as director:
        marked = list(director.state.entries) if begin else [find_entry(director.state, one) for one in who or []]
        here = not (begin or away)
        for entry in marked:
            if entry.here != here:
                print_act(words, director.do(CheckIn(entry=entry.id, here=here)))
            elif not begin:
                template = _IS_HERE if here else _IS_AWAY
                print(words._(template, who=_numbered(director.state, entry)))
        waiting = [entry for entry in director.state.entries if not entry.here and not entry.left]
        names = ", ".join(_numbered(director.state, entry) for entry in waiting)
        print(words._(_WAITING, names=names or "–"))


def _numbered(state: Tournament, entry: Entry) -> str:
    return f"{entry.number or f'#{entry.id}'} {state.name(entry.id)}"


@app.command(help=N_("Withdraw somebody from the next round on."))
def withdraw(context: typer.Context, event: Event, who: Who, round_: RoundNumber = None, reason: Reason = "") -> None:
    """Withdraw an entry from the next round on, or from another one."""
    words = words_of(context)
    with opened(event, words) as director:
        entry = find_entry(director.state, who).id
        act = Withdraw(entry=entry, from_round=round_) if round_ else Withdraw(entry=entry)
        print_act(words, director.do(act, reason=reason))


@app.command("return", help=N_("Let somebody who withdrew come back."))
def return_(context: typer.Context, event: Event, who: Who) -> None:
    """Take a withdrawal back."""
    words = words_of(context)
    with opened(event, words) as director:
        print_act(words, director.do(Return(entry=find_entry(director.state, who).id)))


@app.command(help=N_("Expel somebody; an open game is forfeited."))
def expel(
    context: typer.Context,
    event: Event,
    who: Who,
    annul: Annotated[bool, typer.Option("--annul", help=N_("earlier wins and draws become forfeits, too"))] = False,
    reason: Reason = "",
) -> None:
    """Expel an entry."""
    words = words_of(context)
    with opened(event, words) as director:
        entry = find_entry(director.state, who).id
        act = Expel(entry=entry, annul=True) if annul else Expel(entry=entry)
        print_act(words, director.do(act, reason=reason))


@app.command(help=N_("Forbid some to meet, or lift that with --off."))
def forbid(
    context: typer.Context,
    event: Event,
    who: Annotated[list[str], typer.Argument(metavar="WHO", help=N_("a number, #entry or part of a name"))],
    first: Annotated[int, typer.Option("--first", min=1, max=99, help=N_("from this round on"))] = 1,
    last: Annotated[int, typer.Option("--last", min=1, max=99, help=N_("up to this round"))] = 99,
    off: Annotated[bool, typer.Option("--off", help=N_("they may meet again"))] = False,
    reason: Reason = "",
) -> None:
    """Prohibit entries from meeting."""
    words = words_of(context)
    with opened(event, words) as director:
        ids = tuple(find_entry(director.state, one).id for one in who)
        act = Prohibit(entries=ids, first=first, last=last, off=off)
        print_act(words, director.do(act, reason=reason))


@app.command(help=N_("Forget who an entry is; its results stay."))
def erase(context: typer.Context, event: Event, who: Who) -> None:
    """Erase the person of an entry."""
    words = words_of(context)
    with opened(event, words) as director:
        entry = find_entry(director.state, who)
        director.erase(entry.id)
        print_error(words._(N_("entry #{id} has no name any more"), id=entry.id))
