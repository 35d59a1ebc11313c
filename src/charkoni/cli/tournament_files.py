"""`charkoni tournament`: files in and out, checking reports, random tournaments."""

import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from charkoni.cli.errors import file_error_line, print_error
from charkoni.cli.tournament import author, bad, opened, parted, said
from charkoni.core.errors import mark
from charkoni.core.translations import Words
from charkoni.tournament import simulate as random_events
from charkoni.tournament import verify as recheck
from charkoni.tournament.director import Director
from charkoni.tournament.formats import csv_files
from charkoni.tournament.formats import json_files as json_form
from charkoni.tournament.formats.trf import reader as trf_read
from charkoni.tournament.formats.trf import writer as trf_write
from charkoni.tournament.formats.trf.lines import decoded
from charkoni.tournament.model.errors import BadFile, EngineFailed, ListError
from charkoni.tournament.model.event import Tournament
from charkoni.tournament.pairing.input_from_event import input_after
from charkoni.tournament.store import archive, restore

_NO_FORM = mark("there is no such form; forms are {forms}")
_EXISTS = mark("the file exists already")
_NOT_NEW = mark("only a new event can begin with this file: {event} exists already")
_NO_EVENT = mark("entries are added to an event: begin it first, with tournament new")
_ENTERED = mark("line {line}: {name}")
_AGREES = mark("{file}: {rounds} rounds, all as the engine pairs them")
_DIFFERS = mark("{file}: round {round}: in the file {extra}, by the engine {missing}")
_NOTE = mark("{file}: line {line}: {note}")

FORMS = ("trf", "trf16", "json", "archive", "entries", "pairings", "standings", "cross")


@dataclass(frozen=True, slots=True)
class Reading:
    """How a file is to be read.  columns: FIELD=HEAD."""

    encoding: str
    columns: tuple[str, ...]
    renumber: bool
    trust_results: bool
    twins: bool
    preview: bool


def read(words: Words, event: Path, source: Path, options: Reading) -> None:
    """Begin an event with a file, or add the people of a table to one."""
    content = sys.stdin.buffer.read() if str(source) == "-" else source.expanduser().read_bytes()
    event = event.expanduser()
    if content.lstrip()[:1] == b"{":
        _from_json(words, event, decoded(content), options)
    elif _is_report(content):
        text = decoded(content, options.encoding or "utf-8-sig")
        try:
            found = trf_read.read(text, renumber=options.renumber, trust_results=options.trust_results)
        except BadFile as error:
            _point(error)
            raise
        for note in found.notes:
            print_error(words._(_NOTE, file=source.name, line=note.line or "–", note=note.say(words._)))
        _begin(words, event, found.tournament, options)
    else:
        _from_table(words, event, csv_files.text_of(content, options.encoding), options)


def _is_report(content: bytes) -> bool:
    """Tell whether a file is a report, or claims to be one: three signs and a space begin its lines."""
    head = content[:4000].removeprefix(b"\xef\xbb\xbf").replace(b"\r", b"\n").split(b"\n")
    return any(line[:4] in (b"001 ", b"012 ", b"022 ", b"042 ", b"XXR ", b"142 ") for line in head)


def _from_json(words: Words, event: Path, text: str, options: Reading) -> None:
    if '"tournament-archive"' in text.partition("\n")[0]:
        _need_new(event)
        with restore(text, event) as store:
            print(f"{event}: {store.verify()}")
        return
    _begin(words, event, json_form.read(text), options)


def _begin(words: Words, event: Path, tournament: Tournament, options: Reading) -> None:
    if options.preview:
        _preview(tournament)
        return
    _need_new(event)
    with Director.take_over(event, tournament, who=author()) as director:
        said(words, director.log[-1])


def _preview(tournament: Tournament) -> None:
    for entry in tournament.entries:
        print(f"{entry.number or entry.id:4} {tournament.name(entry.id)}  {entry.rating or ''}".rstrip())


def _need_new(event: Path) -> None:
    if event.exists():
        raise bad(event.name, _NOT_NEW, event=event)


def _from_table(words: Words, event: Path, text: str, options: Reading) -> None:
    rows = csv_files.read_entries(text, dict(parted(word) for word in options.columns))
    if options.preview:
        for row in rows:
            print(words._(_ENTERED, line=row.line, name=row.person.name), row.fields.get("rating", ""))
        return
    if not event.exists():
        raise bad(event.name, _NO_EVENT)
    with opened(event, words) as director:
        try:
            director.enter_all([(row.person, row.fields) for row in rows], twins=options.twins)
        except ListError as refused:
            error = refused.error
            raise BadFile(error.text, error.reason, line=rows[refused.place].line, column=1) from None
        print(words.ngettext("{n} entry", "{n} entries", len(rows)))


def write(
    words: Words, event: Path, form: str, output: Path | None, round_: int | None, latin: bool, private: bool
) -> None:
    """Write an event in a form."""
    if form not in FORMS:
        raise bad(form, _NO_FORM, forms=", ".join(FORMS))
    with opened(event, words) as director:
        state = replace(director.state, version=0)
        if form == "archive":
            text = archive(director.store)
        elif form in ("trf", "trf16"):
            text = trf_write.write(state, old=form == "trf16", in_latin=latin)
        elif form == "json":
            text = json_form.write(state, private=private)
        elif form == "pairings":
            number = round_ or sum(1 for r in state.rounds if r.state != "draft")
            text = csv_files.pairings(state, number) if 0 < number <= len(state.rounds) else csv_files.written([])
        elif form == "standings":
            text = csv_files.table(state, round_)
        else:
            text = csv_files.cross(state) if form == "cross" else csv_files.entries(state)
    put(text, output)


def put(text: str, output: Path | None) -> None:
    """Write text to a new file or to standard output, its line ends as they are."""
    if output is None:
        sys.stdout.write(text.replace("\r\n", "\n"))
        return
    put_bytes(text.encode(), output)


def put_bytes(content: bytes, output: Path) -> None:
    """Write bytes into a new file; raise BadWord when there is one."""
    try:
        with output.expanduser().open("xb") as file:
            file.write(content)
    except FileExistsError:
        raise bad(str(output), _EXISTS) from None


def check(words: Words, files: Sequence[Path]) -> bool:
    """Pair every round of reports anew; return whether all agree."""
    all_agree = True
    for path in files:
        try:
            field = input_after(trf_read.read(decoded(path.expanduser().read_bytes())).tournament)
            verdicts = list(recheck.rounds(field))
        except (BadFile, OSError, EngineFailed) as error:
            print_error(file_error_line(path, error, words))
            if isinstance(error, BadFile):
                _point(error)
            all_agree = False
            continue
        for verdict in verdicts:
            if not verdict.agrees:
                extra, missing = _boards(verdict.extra), _boards(verdict.missing)
                print(words._(_DIFFERS, file=path, round=verdict.round, extra=extra, missing=missing))
            for breach in verdict.breaches:
                print(f"{path}: {verdict.round}: {breach.say(words._)}")
        if all(verdict.agrees for verdict in verdicts):
            print(words._(_AGREES, file=path, rounds=len(verdicts)))
        else:
            all_agree = False
    return all_agree


def _point(error: BadFile) -> None:
    """Show the line that is refused, with a caret under the place."""
    if error.picture():
        print(error.picture(), file=sys.stderr)


def _boards(boards: Sequence[tuple[int, int]]) -> str:
    return " ".join(f"{a}-{b}" if b else str(a) for a, b in boards) or "–"


def simulate(words: Words, seed: str, players: int, rounds: int, draws: int, output: Path | None) -> None:
    """Make a random tournament."""
    habits = random_events.Habits(draws=draws)
    put(trf_write.write(random_events.tournament(seed, players, rounds, habits)), output)
