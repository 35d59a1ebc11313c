"""Lists and files taken over in the browser: a table of people with its columns named, a whole event from a file."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from charkoni.core.errors import mark
from charkoni.tournament.director import Director
from charkoni.tournament.formats import csv_files, json_files
from charkoni.tournament.formats.trf import reader
from charkoni.tournament.model.errors import BadFile, BadSetting, ListError, TournamentError, refusal
from charkoni.tournament.model.event import ARBITER, CHIEF
from charkoni.tournament.model.person_names import LONGEST, checked_line
from charkoni.tournament.pairing.final_stage import final_of
from charkoni.tournament.store import restore
from charkoni.web.tournaments import permissions
from charkoni.web.tournaments.forms import LONGEST_FILE, LONGEST_LIST, Form
from charkoni.web.tournaments.page_base import Frame, Route, told

_NAMELESS = mark("say your name: acts are written in it")
_FINAL = mark("{name}: final")
_EMPTY = mark("choose a file, or paste what is in it")


def columns_of(form: Form) -> dict[str, str]:
    """Return which column holds a field, as the form says: "-" for none."""
    return {name: form.text(f"column-{name}") for name in csv_files.COLUMNS if form.text(f"column-{name}")}


def routes(frame: Frame) -> list[Route]:
    """Return the addresses of lists and files."""
    site = frame.site

    async def preview(request: Request) -> Response:
        """What a pasted list says, before it is taken.  Context: rows, text, head, chosen (columns), problem."""
        visit = await frame.visit(request, ARBITER)
        form = await frame.form(request)
        text, mapping = form.text("list", LONGEST_LIST), columns_of(form)
        head = csv_files.head_of(text)
        rows, problem, chosen = [], "", dict(mapping)
        try:
            rows = csv_files.read_entries(text, mapping)
            chosen |= {name: head[at] for name, at in csv_files.found_columns(head, mapping).items()}
        except BadFile as error:
            if len(head) < 2:
                raise
            problem = error.say(visit.words._)
        return frame.page(
            request, visit, "tournaments/arbiter/list_preview.html", 409 if problem else 200, rows=rows, text=text,
            head=head, chosen=chosen, problem=problem, fields=list(csv_files.COLUMNS),
        )  # fmt: skip

    async def take(request: Request) -> Response:
        """Begin an event with a file: an archive of ours, JSON, or a report of any program."""
        form = await frame.form(request)
        visitor = site.ensure_guest(site.visitor(request))
        author = checked_line(form.text("arbiter"), BadSetting) or visitor.name
        text = form.text("file", LONGEST_FILE)
        if not author:
            raise refusal(BadSetting, "", _NAMELESS)
        if not text:
            raise refusal(BadFile, "", _EMPTY)
        event = await frame.events.make(lambda path: begin_with(path, text, author))
        await permissions.appoint(event, visitor.guest, CHIEF, author)
        response = RedirectResponse(f"/t/{event.id}/desk", 303)
        site.remember(response, visitor, request)
        return response

    async def final(request: Request) -> Response:
        """Begin a final of the best as an event of its own; players keep their devices."""
        visit = await frame.visit(request, CHIEF)
        form = await frame.form(request)
        state = visit.event.state
        made = final_of(state, form.number("top"))
        name = visit.words._(_FINAL, name=state.settings.name)[:LONGEST]
        made = replace(made, settings=replace(made.settings, name=name))
        event = await frame.events.make(lambda path: Director.take_over(path, made, who=visit.member.name).close())
        await permissions.appoint(event, visit.visitor.guest, CHIEF, visit.member.name)
        ids = {entry.person: entry.id for entry in state.entries}
        for entry in made.entries:
            guest = permissions.guest_of(visit.event, ids[entry.person])
            if guest:
                await permissions.seat(event, guest, entry.id)
        return frame.done(request, form, f"/t/{event.id}/desk")

    return told(
        frame,
        [
            ("/t/{event}/desk/preview", preview, "POST"),
            ("/t/{event}/desk/final", final, "POST"),
            ("/events/take", take, "POST"),
        ],
    )


def begin_with(path: Path, text: str, author: str) -> None:
    """Make the file of an event from a text; raise BadFile, and then there is none."""
    start = text.lstrip("\ufeff \r\n\t")
    if start.startswith("{") and '"tournament-archive"' in start.partition("\n")[0]:
        restore(start, path).close()
    elif start.startswith("{"):
        Director.take_over(path, json_files.read(start), who=author).close()
    else:
        Director.take_over(path, reader.read(text).tournament, who=author).close()


def enter_list(director: Director, form: Form) -> None:
    """Enter a whole list or nobody; raise BadFile with the line of who cannot be entered."""
    rows = csv_files.read_entries(form.text("list", LONGEST_LIST), columns_of(form))
    people = [(row.person, _fields(row.fields)) for row in rows]
    try:
        director.enter_all(people, twins=form.flag("twin"), key=form.key)
    except ListError as failed:
        error: TournamentError = failed.error
        raise BadFile(error.text, error.reason, line=rows[failed.place].line, column=1) from None


def _fields(fields: Mapping[str, object]) -> Mapping[str, object]:
    return {name: value for name, value in fields.items() if value}
