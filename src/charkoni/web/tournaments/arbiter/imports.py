"""Lists of entries and whole events from files, and finals of finished events."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TypeVar

from pydantic import Field, model_validator
from starlette.responses import JSONResponse, Response

from charkoni.core.errors import N_
from charkoni.tournament.director import Director
from charkoni.tournament.final_stage import final_of
from charkoni.tournament.formats import csv_files, encodings, json_files
from charkoni.tournament.formats.trf import reader
from charkoni.tournament.formats.trf.records import Note
from charkoni.tournament.list_merge import People, PresentPerson, matches
from charkoni.tournament.model.errors import BadFile, BadSetting, ListError, refusal
from charkoni.tournament.model.person_names import LONGEST, checked_line
from charkoni.tournament.store import restore
from charkoni.web.pages.visits import VisitDep
from charkoni.web.tournaments import event_quotas, permissions
from charkoni.web.tournaments.event_rows import remarks_in_words
from charkoni.web.tournaments.forms import FileText, Form, FormOf, Line, Number, Ticked
from charkoni.web.tournaments.visits import ArbiterVisit, ChiefVisit, EventRouter, EventsDep, completed

T = TypeVar("T")
_GUESSED = N_("The file is read as {title}: {word}. If that is wrong, choose:")

router = EventRouter()


class ListForm(Form):
    """A list of entries with a head, as CSV.

    list: the text.  column-<field>: the heading of the column that holds a field, "-" for none.  twin: people of nearly
    the same name are different ones.
    """

    text: FileText = Field("", alias="list")
    columns: dict[str, str] = Field(default_factory=dict)
    twin: Ticked = False

    @model_validator(mode="before")
    @classmethod
    def _with_columns(cls, values: dict[str, object]) -> dict[str, object]:
        given = {name: str(values.get(f"column-{name}", "")).strip() for name in csv_files.COLUMNS}
        return values | {"columns": {name: heading for name, heading in given.items() if heading}}


class FileForm(Form):
    """arbiter: the name of the author.  file: an archive (see `store.archive`), a JSON file, or a report (TRF)."""

    arbiter: Line = ""
    file: FileText = ""


class FinalForm(Form):
    """top: how many of the best play."""

    top: Number


@router.post("/t/{event}/desk/preview")
async def preview(visit: ArbiterVisit, form: FormOf[ListForm]) -> Response:
    """Return a list of entries as it would be imported, without importing it.

    Form: see `ListForm`.  Context: rows (see `csv_files.read_entries`), text, head (headings), chosen (headings by
    field), problem (a sentence; the status is 409 then), fields (keys of `csv_files.COLUMNS`), unread (headings of
    columns that are not read), lost (words without some of their letters), remarks (sentences about categories and
    prizes, as they would be then), present (sentences by line: who is an entry already, and what the list adds).
    """

    def known(director: Director, people: People) -> dict[int, PresentPerson]:
        return matches(director.state, people, director.now().date(), by_name=not form.twin)

    head = await asyncio.to_thread(csv_files.head_of, form.text)
    rows, problem, chosen, unread, remarks = [], "", dict(form.columns), list[str](), list[str]()
    present: dict[int, PresentPerson] = {}
    try:
        rows = await asyncio.to_thread(csv_files.read_entries, form.text, form.columns)
        chosen |= {name: head[at] for name, at in csv_files.column_indexes(head, form.columns).items()}
        unread = csv_files.unread_columns(form.text, form.columns)
        present = await visit.run(partial(_of_list, form=form, work=known))
        after = await visit.run(partial(_of_list, form=form, work=partial(Director.rehearse, twins=form.twin)))
        remarks = remarks_in_words(visit.words, after)
    except BadFile as error:
        if len(head) < 2:
            raise
        problem = error.message(visit.words._)
    return visit.page(
        "tournaments/arbiter/list_preview.html",
        409 if problem else 200,
        rows=rows,
        present={rows[place].line: match.sentence(visit.words) for place, match in present.items()},
        text=form.text,
        head=head,
        chosen=chosen,
        problem=problem,
        fields=list(csv_files.COLUMNS),
        unread=unread,
        lost=encodings.lost_words(form.text)[:6],
        remarks=remarks,
    )


@router.post("/t/{event}/desk/import")
async def enter_list(visit: ArbiterVisit, form: FormOf[ListForm]) -> Response:
    """Enter all people of a list or none.  Form: see `ListForm`.  Refused: with the line of the first bad one."""
    enter = partial(Director.enter_all, twins=form.twin, key=form.key)
    await visit.run(partial(_of_list, form=form, work=enter), min(form.sure, 2))
    return visit.completed(form, "/desk")


@router.post("/t/{event}/desk/final")
async def create_final(visit: ChiefVisit, form: FormOf[FinalForm], events: EventsDep) -> Response:
    """Create a final of the best as an event of its own; players keep their devices.  Form: see `FinalForm`."""
    await event_quotas.pay(visit, events)
    state, author = visit.event.state, visit.member.name
    final = final_of(state, form.top)
    name = visit.words._("{name}: final", name=state.settings.name)[:LONGEST]
    final = replace(final, settings=replace(final.settings, name=name))
    event = await events.create(lambda path: Director.take_over(path, final, who=author).close())
    await event_quotas.give(visit, event, author)
    ids = {entry.person: entry.id for entry in state.entries}
    for entry in final.entries:
        guest = permissions.guest_of(visit.event, ids[entry.person])
        if guest:
            await permissions.seat(event, guest, entry.id)
    return completed(visit.request, form, f"/t/{event.id}/desk")


@router.post("/events/encoding")
async def find_encoding(visit: VisitDep) -> Response:
    """Return the encoding of a file from the bytes of its beginning, for a browser that reads the file itself.

    JSON: label (of the Encoding Standard), text (a sentence where it is a guess, else empty), others (label and title
    of each encoding that is guessed).
    """
    found = encodings.decode(await visit.request.body())
    title = visit.words._(encodings.GUESSES[found.encoding][0]) if found.is_guess else ""
    text = visit.words._(_GUESSED, title=title, word=found.changed_word()) if title else ""
    others = [(_label(name), visit.words._(each[0])) for name, each in encodings.GUESSES.items()] if title else []
    return JSONResponse({"label": _label(found.encoding), "text": text, "others": others})


def _label(encoding: str) -> str:
    """Return the label of one of our encodings in the Encoding Standard: cp1254 is windows-1254."""
    return encoding.replace("cp", "windows-").replace("utf-16-", "utf-16").removesuffix("-sig")


@router.post("/events/take")
async def create_from_file(form: FormOf[FileForm], visit: VisitDep, events: EventsDep) -> Response:
    """Create an event from a file, and redirect to its desk, or first show the irregularities of a report.

    Form: see `FileForm`.  Context: notes (sentences), desk (a path).
    """
    await event_quotas.pay(visit, events)
    visit.become_person()
    author = checked_line(form.arbiter, BadSetting) or visit.visitor.name
    if not author:
        raise refusal(BadSetting, "", N_("say your name: acts are written in it"))
    if not form.file:
        raise refusal(BadFile, "", N_("choose a file, or paste its content"))
    notes: list[Note] = []
    event = await events.create(lambda path: notes.extend(write_event(path, form.file, author)))
    await event_quotas.give(visit, event, author)
    desk = f"/t/{event.id}/desk"
    if not notes:
        return visit.redirect(desk)
    of_line, translate = N_("line {line}: {note}"), visit.words._
    sentences = [(note.line, note.message(translate)) for note in notes]
    told = [translate(of_line, line=line, note=each) if line else each for line, each in sentences]
    page = visit.page("tournaments/file_notes.html", notes=told, desk=desk)
    return visit.site.with_person(page, visit.visitor, visit.request)


def write_event(path: Path, text: str, author: str) -> Sequence[Note]:
    """Write the file of an event from an archive, JSON or TRF; return the irregularities of a report.

    Raise BadFile, and then no file is left.
    """
    start = text.lstrip("\ufeff \r\n\t")
    if start.startswith("{") and '"tournament-archive"' in start.partition("\n")[0]:
        restore(start, path).close()
    elif start.startswith("{"):
        Director.take_over(path, json_files.read(start), who=author).close()
    else:
        reading = reader.read(text)
        Director.take_over(path, reading.tournament, who=author).close()
        return reading.notes
    return ()


def _of_list(director: Director, form: ListForm, work: Callable[[Director, People], T]) -> T:
    """Return what work returns for the people of a list; raise BadFile with the line of one who cannot be entered."""
    rows = csv_files.read_entries(form.text, form.columns)
    try:
        return work(director, [(row.person, row.fields) for row in rows])
    except ListError as failed:
        raise csv_files.refused_row(form.text, form.columns, rows, failed) from None
