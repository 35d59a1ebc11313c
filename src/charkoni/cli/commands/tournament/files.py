"""`charkoni tournament import, export, pages`: what an event is read from and written to: files, static pages."""

import asyncio
import contextlib
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated

from charkoni.cli import inputs
from charkoni.cli.commands.tournament.event_files import (
    Category,
    Columns,
    Encoding,
    Event,
    EventLanguages,
    Output,
    RoundNumber,
    app,
    author,
    opened,
    print_act,
    print_picture,
    print_remarks,
    with_option,
    write_text,
)
from charkoni.cli.errors import bad_word, error_line, print_error
from charkoni.cli.language import of_event
from charkoni.cli.parameters import argument, flag, option
from charkoni.core.errors import N_, Refusal
from charkoni.core.translations import Words
from charkoni.tournament.acts.entries import CorrectEntry
from charkoni.tournament.acts.fields import pair
from charkoni.tournament.acts.log import LogEntry
from charkoni.tournament.director import Director
from charkoni.tournament.formats import csv_files, encodings, json_files
from charkoni.tournament.formats.trf import reader, writer
from charkoni.tournament.formats.trf.lines import decoded
from charkoni.tournament.list_merge import matches
from charkoni.tournament.model.errors import BadFile, DuplicateEntry, ListError, NeedsConfirmation
from charkoni.tournament.model.event import Tournament
from charkoni.tournament.publication import PLAN, PUBLISHED_AFTER, Changes, Plan
from charkoni.tournament.store import archive, restore
from charkoni.tournament.verify import edition_note

_NOT_NEW = N_("only a new event can be created from this file: {event} exists already")
_ENTERED = N_("line {line}: {name}")
_GUESSED = N_("the file is not in UTF-8; it is read as {title}: {word}.  If that is wrong: --encoding {others}")
_PUBLISHED = N_("{address}: {new} new files, {changed} changed, {removed} removed")

FORMS = ("trf", "trf16", "json", "archive", "entries", "pairings", "standings", "cross", "categories")


@dataclass(frozen=True, slots=True)
class ImportOptions:
    """The arguments and options of an import."""

    event: Event
    source: Annotated[Path, argument("FILE", N_("the file; - is standard input"))]
    encoding: Encoding = ""
    column: Columns = None
    renumber: Annotated[bool, flag("--renumber", N_("close gaps in the numbers"))] = False
    trust_results: Annotated[bool, flag("--trust-results", N_("where points and results differ, results hold"))] = False
    twins: Annotated[bool, flag("--twins", N_("people of one name are different people"))] = False
    preview: Annotated[bool, flag("--preview", N_("only show what would be read"))] = False
    sure: Annotated[bool, flag("--sure", N_("the guessed encoding is right; what differs is changed"))] = False


@app.command("import", help=N_("Create an event from a report (TRF), JSON or archive; or add entries from CSV."))
def import_(words: Words, options: ImportOptions) -> None:
    """Read a file."""
    options = replace(options, event=options.event.expanduser())
    content = inputs.content(options.source)
    if content.lstrip()[:1] == b"{":
        _from_json(words, decoded(content), options)
        return
    found = encodings.decode(content, options.encoding)
    if options.sure:
        found = replace(found, is_guess=False)
    print_guess(words, found)
    if found.is_guess and not options.preview:
        raise bad_word(options.source.name, N_("nothing is entered yet; if these words are right, add --sure"))
    if _is_report(found.text):
        _from_report(words, found.text, options)
    else:
        _from_csv(words, found.text, options)


def print_guess(words: Words, found: encodings.Decoded) -> None:
    """Print to standard error which encoding of a file was guessed, and where letters are lost."""
    if found.is_guess:
        title = words._(encodings.GUESSES[found.encoding][0])
        others = ", ".join(name for name in encodings.GUESSES if name != found.encoding)
        print_error(words._(_GUESSED, title=title, word=found.changed_word(), others=others))
    if lost := encodings.lost_words(found.text):
        print_error(words._("letters were lost before this file was saved: {names}", names=", ".join(lost[:6])))


def _is_report(text: str) -> bool:
    """Return whether a file looks like a report: one of its first lines begins with a common record."""
    head = text[:4000].removeprefix("\ufeff").splitlines()
    return any(line[:4] in ("001 ", "012 ", "022 ", "042 ", "XXR ", "142 ") for line in head)


def _from_report(words: Words, text: str, options: ImportOptions) -> None:
    try:
        reading = reader.read(text, renumber=options.renumber, trust_results=options.trust_results)
    except BadFile as error:
        print_picture(error)
        raise
    for note in reading.notes:
        template = N_("{file}: line {line}: {note}") if note.line else N_("{file}: {note}")
        print_error(words._(template, file=options.source.name, line=note.line, note=note.message(words._)))
    _begin(words, reading.tournament, options)


def _from_json(words: Words, text: str, options: ImportOptions) -> None:
    if '"tournament-archive"' in text.partition("\n")[0]:
        _demand_new(options.event)
        with restore(text, options.event) as store:
            print(f"{options.event}: {store.verify()}")
        return
    _begin(words, json_files.read(text), options)


def _begin(words: Words, tournament: Tournament, options: ImportOptions) -> None:
    if options.preview:
        for entry in tournament.entries:
            print(f"{entry.number or entry.id:4} {tournament.name(entry.id)}  {entry.rating or ''}".rstrip())
        return
    _demand_new(options.event)
    with Director.take_over(options.event, tournament, who=author()) as director:
        print_act(words, director.log[-1])
        if note := edition_note(words, director.state):
            print_error(note)


def _demand_new(event: Path) -> None:
    if event.exists():
        raise bad_word(event.name, _NOT_NEW, event=event)


def _from_csv(words: Words, text: str, options: ImportOptions) -> None:
    mapping = dict(map(pair, options.column or ()))
    rows = csv_files.read_entries(text, mapping)
    if unread := csv_files.unread_columns(text, mapping):
        print_error(words._("columns that are not read: {names}", names=", ".join(unread)))
    people = [(row.person, row.fields) for row in rows]
    with _list_event(words, options) as director:
        director.confirmations = int(options.sure)
        try:
            if options.preview:
                present = matches(director.state, people, director.now().date(), by_name=not options.twins)
                for place, row in enumerate(rows):
                    told = [present[place].sentence(words)] if place in present else []
                    print(words._(_ENTERED, line=row.line, name=row.person.name), *_details(row), *told, sep="  ")
                after = director.rehearse(people, twins=options.twins)
            else:
                done = director.enter_all(people, twins=options.twins)
                after = director.state
                corrected = [each for each in done if isinstance(each.act, CorrectEntry)]
                for each in corrected:
                    print_act(words, each, each.act.about(words, after))
                print(words.ngettext("{n} entry", "{n} entries", len(done) - len(corrected)))
        except NeedsConfirmation as asked:
            raise with_option(words, asked, "--sure") from None
        except ListError as refused:
            error = csv_files.refused_row(text, mapping, rows, refused)
            raise with_option(words, error, "--twins") if isinstance(refused.error, DuplicateEntry) else error from None
        print_remarks(words, after)


@contextlib.contextmanager
def _list_event(words: Words, options: ImportOptions) -> Iterator[Director]:
    """Open the event of a list; for a preview without one, an empty event that is thrown away; raise BadWord."""
    if options.event.exists():
        with opened(options.event, words) as director:
            yield director
    elif options.preview:
        with tempfile.TemporaryDirectory() as folder, Director.create(Path(folder) / "event", {}) as director:
            yield director
    else:
        raise bad_word(options.event.name, N_("entries are added to an event: create it first, with tournament new"))


def _details(row: csv_files.ListRow) -> list[object]:
    """Return the data of a person besides the name, as read."""
    person, fields = row.person, row.fields
    texts = (fields.get(name, "") for name in ("rating", "title", "club", "region", "country"))
    marks = "/".join(fields.get("categories", ()))
    return [text for text in (*texts, person.birth, person.sex, marks, person.latin) if text]


@app.command(help=N_("Write the event in a form: trf, trf16, json, archive, or CSV of a list."))
def export(
    words: Words,
    event: Event,
    form: Annotated[str, argument("FORM", ", ".join(FORMS))] = "trf",
    output: Output = None,
    round_: RoundNumber = None,
    latin: Annotated[bool, flag("--latin", N_("names in Latin letters"))] = False,
    category: Category = "",
    private: Annotated[bool, flag("--private", N_("with contacts"))] = False,
) -> None:
    """Write the event in a form."""
    if form not in FORMS:
        raise bad_word(form, N_("there is no such form; forms are {forms}"), forms=", ".join(FORMS))
    with opened(event, words) as director:
        state = director.reported()
        if form == "archive":
            text = archive(director.store)
        elif form in ("trf", "trf16"):
            text = writer.write(state, old=form == "trf16", in_latin=latin)
            for template, fields in writer.losses(state, old=form == "trf16"):
                print_error(words._(template, **fields))
        elif form == "json":
            text = json_files.write(state, private=private)
        elif form == "pairings":
            number = round_ or len(state.paired)
            text = csv_files.pairings_csv(state, number) if 0 < number <= len(state.rounds) else csv_files.csv_text([])
        elif form == "standings":
            text = csv_files.standings_csv(state, round_, category)
        elif form == "categories":
            text = csv_files.categories_csv(state)
        else:
            text = csv_files.crosstable_csv(state) if form == "cross" else csv_files.entries_csv(state)
    write_text(text, output)


@app.command(help=N_("Publish the event as static pages: to a folder, an SFTP host or a git repository."))
def pages(
    words: Words,
    event: Event,
    address: Annotated[str, argument("ADDRESS", N_("a folder, sftp://USER@HOST/PATH or git+ADDRESS#BRANCH:PATH"))],
    languages: EventLanguages = None,
    database: Annotated[
        str | None, option("FILE|URL", N_("of the server where games were played, for the boards"))
    ] = None,
    is_rehearsal: Annotated[bool, flag("--dry-run", N_("only list what would change"))] = False,
    is_always: Annotated[
        bool | None, option("", N_("also after every publication and every closed round"), "--always/--once")
    ] = None,
) -> None:
    """Write static pages, and send what changed."""
    from charkoni.web.tournaments import static_pages  # the web packages are an extra

    path = Path(address).expanduser()
    address = address if "://" in address or address.startswith("git+") else str(path.absolute())
    with opened(event, words) as director:
        plan = Plan(address, tuple(of_event(languages, words.language)))
        games = director.store.values().get("games", "{}")
        pictures = asyncio.run(static_pages.board_pictures(games, database)) if database else {}
        state = director.reported()
        changes = static_pages.publish(state, plan, director.engine, pictures, is_rehearsal=is_rehearsal)
        if is_always is not None and not is_rehearsal:
            kept = replace(plan, is_always=is_always, acts=state.version).text() if is_always else ""
            director.store.keep_value(PLAN, kept)
    _print_changes(words, address, changes)
    for sign, names in zip("+*-", changes if is_rehearsal else (), strict=False):
        for name in names:
            print(sign, name)


def _print_changes(words: Words, address: str, changes: Changes) -> None:
    new, changed, removed = map(len, changes)
    print(words._(_PUBLISHED, address=address, new=new, changed=changed, removed=removed))


def publish_after(words: Words, director: Director, entries: Sequence[LogEntry]) -> None:
    """Publish the pages of an event after some of its acts, if its plan says so; print what changed, or the refusal."""
    text = director.store.value(PLAN)
    if not text or not any(entry.kind in PUBLISHED_AFTER for entry in entries):
        return
    try:
        from charkoni.web.tournaments import static_pages

        plan = Plan.read(text)
        state = director.reported()
        changes = static_pages.publish(state, plan, director.engine)
    except (Refusal, OSError, RuntimeError, ModuleNotFoundError) as error:
        why = error.reason.message(words._) if isinstance(error, Refusal) else error_line(error, words)
        print_error(words._("the pages were not published: {why}", why=why))
        return
    director.store.keep_value(PLAN, replace(plan, acts=state.version, problem="").text())
    _print_changes(words, plan.address, changes)
