"""An event as static pages: a folder of files that can be uploaded anywhere, or opened without a network.

The pages are the public ones of the server, without what needs one: forms, updates, the screen in the hall.  Their
addresses become names of files:

    index.html  entries.html  standings.html  standings-2.html  cross.html  regulations.html  check.html  boards.html
    round-2.html  round-2-names.html  player-7.html (by entry)  player-7-BH-C1.html (a tie-break with its terms)
    entries-category-1.html  standings-category-1.html  standings-2-category-1.html
    files/event.trf  files/entries.csv ...  boards/2-3.svg (round, table)  look/ (style sheets, the search)

With several languages each has a folder of its own, and index.html leads to them.

The server publishes them elsewhere after rounds, and at once from the desk.  The address is set on the command line
alone (`charkoni tournament pages EVENT ADDRESS --always`), by who owns the machine: whom a chief arbiter appoints must
not make the server write anywhere.
"""

import asyncio
import json
import re
import shutil
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from urllib.parse import quote

from jinja2 import ChoiceLoader, DictLoader, Environment, FileSystemLoader
from starlette.responses import Response

from charkoni.core.errors import N_, Refusal
from charkoni.core.registry import named
from charkoni.core.translations import EVENT_LANGUAGES, Words
from charkoni.tournament import publication, verify
from charkoni.tournament.director import Director
from charkoni.tournament.formats import csv_files
from charkoni.tournament.formats.public_state import without_private_data, without_seed
from charkoni.tournament.formats.trf import writer
from charkoni.tournament.model.category_members import Filter, by_entry, category_filter
from charkoni.tournament.model.errors import WrongPhase, refusal
from charkoni.tournament.model.event import Tournament
from charkoni.tournament.pairing.protocol import Engine
from charkoni.tournament.printouts import editions
from charkoni.tournament.standings.player_rounds import player_rounds
from charkoni.tournament.standings.rank_list import in_category, indexed_crosstable, ranks_of
from charkoni.tournament.standings.ranking import Standings
from charkoni.tournament.standings.round_tables import table_rows
from charkoni.web.engine.warm import warm
from charkoni.web.http.assets import CLIENT
from charkoni.web.http.site import TEMPLATES
from charkoni.web.live.board_view import view_of
from charkoni.web.live.game.live_game import LiveGame
from charkoni.web.store import Store
from charkoni.web.tournaments import event_rows
from charkoni.web.tournaments.events import Events, OpenEvent
from charkoni.web.tournaments.forms import Form, FormOf
from charkoni.web.tournaments.public.overview import overview_context, regulations_context
from charkoni.web.tournaments.public.results import meanings, round_context, tiebreak_context
from charkoni.web.tournaments.visits import ChiefVisit, EventRouter, EventsDep

LOOK = ("style.css", "pages.css", "tournament/event.css", "tournament/static_search.js")
BASE = "event:"
"""The base of all addresses in the templates, before they become names of files."""


router = EventRouter()


@dataclass(frozen=True, slots=True)
class BoardPicture:
    """The end of a game as a picture.  names: the first mover and the opponent.  svg: the picture."""

    round: int
    table: int
    names: tuple[str, str]
    result: str
    svg: str

    @property
    def picture(self) -> str:
        """The address of the picture."""
        return f"boards/{self.round}-{self.table}.svg"


def write(
    state: Tournament,
    folder: Path,
    languages: Sequence[str],
    engine: Engine,
    pictures: Mapping[tuple[int, int], str] | None = None,
) -> int:
    """Write the pages of an event into a new folder, and return how many files there are.

    state: with its late changes.  languages: of EVENT_LANGUAGES.  pictures: SVG of boards by round and table.
    Raise WrongPhase without pairing numbers, OSError, EngineFailed, TooLong.
    """
    if not state.by_number():
        raise refusal(WrongPhase, folder.name, N_("static pages need pairing numbers: close the list first"))
    rounds = state.paired
    people = {key: replace(person, contact="") for key, person in state.people.items()}
    state = replace(state, rounds=rounds, people=people)
    boards = _boards(state, pictures or {})
    verdicts = list(verify.rounds(state, engine))
    folder.mkdir(parents=True)
    for language in languages:
        pages = _Pages(state, Words(language), verdicts, boards, languages)
        _write_language(folder if len(languages) == 1 else folder / language, pages)
    if len(languages) > 1:
        _write_look(folder)
        own = [(code, EVENT_LANGUAGES[code]) for code in languages]
        page = _environment().get_template("tournaments/static/languages.html")
        (folder / "index.html").write_text(page.render(pages=own, name=state.settings.name), encoding="utf-8")
    return sum(1 for path in folder.rglob("*") if path.is_file())


def publish(
    state: Tournament,
    plan: publication.Plan,
    engine: Engine,
    pictures: Mapping[tuple[int, int], str] | None = None,
    *,
    is_rehearsal: bool = False,
) -> publication.Changes:
    """Publish the pages of an event; raise as `write` and `publication.publish`.  is_rehearsal: nothing is sent."""
    title = f"{state.settings.name or '-'}: act {state.version}"
    with tempfile.TemporaryDirectory() as folder:
        write(state, Path(folder) / "site", plan.languages, engine, pictures)
        return publication.publish(Path(folder) / "site", plan.address, title, is_rehearsal=is_rehearsal)


def _boards(state: Tournament, pictures: Mapping[tuple[int, int], str]) -> list[BoardPicture]:
    found = []
    for round_ in state.rounds:
        for board in round_.boards:
            svg = pictures.get((round_.number, board.number))
            if svg and not board.is_bye:
                one, other = (state.name(id_) for id_ in board.seats)
                result = board.seen.shown if board.seen else ""
                found.append(BoardPicture(round_.number, board.number, (one, other), result, svg))
    return found


def _write_look(folder: Path) -> None:
    (folder / "look").mkdir()
    for name in LOOK:
        shutil.copyfile(CLIENT / name, folder / "look" / Path(name).name)


def _write_language(folder: Path, pages: "_Pages") -> None:
    """Write all pages of one language, and the files beside them."""
    folder.mkdir(exist_ok=True)
    _write_look(folder)
    addresses = {address: name for address, name, _, _ in pages.all()}
    for name in pages.files:
        addresses[f"/file/{name}"] = f"files/{pages.files[name][0]}"
    for board in pages.boards:
        addresses[f"/round/{board.round}/board/{board.table}"] = f"boards.html#r{board.round}t{board.table}"
    for address, name, template, context in pages.all():
        html = pages.render(template, path=f"{BASE}{address}", **context)
        (folder / name).write_text(_with_file_names(html, addresses), encoding="utf-8")
    (folder / "files").mkdir()
    for file, content in pages.files.values():
        (folder / "files" / file).write_text(content, encoding="utf-8", newline="")
    if pages.boards:
        (folder / "boards").mkdir()
    for board in pages.boards:
        (folder / board.picture).write_text(board.svg, encoding="utf-8")


def _with_file_names(html: str, addresses: Mapping[str, str]) -> str:
    """Return a page whose addresses are names of files; a link to what only a server has is plain text."""

    def renamed(match: re.Match[str]) -> str:
        name = addresses.get(match[1].replace("&amp;", "&"))
        return f' href="{name}"' if name else ""

    return re.sub(rf' href="{BASE}([^"]*)"', renamed, html)


@dataclass
class _Pages:
    """The pages of an event in one language.  languages: those of all its pages."""

    state: Tournament
    words: Words
    verdicts: Sequence[verify.RoundVerdict]
    boards: Sequence[BoardPicture]
    languages: Sequence[str]

    def __post_init__(self) -> None:
        state, words, languages = self.state, self.words, self.languages
        self.standings = {after: Standings(state, after) for after in range(1, state.closed + 1)}
        public = without_private_data(without_seed(state))
        self.files = {
            "trf26": ("event.trf", writer.write(public)),
            "entries.csv": ("entries.csv", csv_files.entries_csv(public)),
            "standings.csv": ("standings.csv", csv_files.standings_csv(state)),
            "cross.csv": ("cross-table.csv", csv_files.crosstable_csv(state)),
        }
        self._environment = _environment()
        self._common = event_rows.event_context(words, state) | {
            "_": words._, "ngettext": words.ngettext, "decimal": words.decimal, "lang": words.language, "base": BASE,
            "look": "look", "static": True, "listing": False, "self_entry": False,
            "next_begin": "", "own": [], "acts": state.version, "has_boards": bool(self.boards),
            "editions": editions.lines(words, state.settings), "digest": editions.log_digest(words, state),
            "editions_of_page": [(c, EVENT_LANGUAGES[c]) for c in languages] if len(languages) > 1 else [],
        }  # fmt: skip

    def render(self, template: str, **context: object) -> str:
        """Return a page."""
        return self._environment.get_template(f"tournaments/{template}.html").render(self._common | context)

    def all(self) -> Iterator[tuple[str, str, str, dict[str, object]]]:
        """Iterate over the pages: address, name of the file, template, context."""
        state = self.state
        ranks = ranks_of(self.standings[state.closed]) if state.closed else []
        yield "", "index.html", "public/overview", overview_context(self.words, state, ranks)
        yield from self._entries()
        yield "/regulations", "regulations.html", "public/regulations", regulations_context(self.words, state)
        for round_ in state.rounds:
            yield from self._round(round_.number)
        if state.closed:
            yield from self._tables()
        for entry in state.entries:
            yield from self._player(entry.id)
        if state.rounds:
            lines = [(verify.verdict_lines(self.words, state, each), each.is_explained) for each in self.verdicts]
            note = verify.edition_note(self.words, state)
            yield "/check", "check.html", "static/check", {"verdicts": lines, "note": note}
        if self.boards:
            rounds = dict.fromkeys(board.round for board in self.boards)
            shown = [(n, [board for board in self.boards if board.round == n]) for n in rounds]
            yield "/boards", "boards.html", "static/boards", {"shown": shown}

    def _round(self, number: int) -> Iterator[tuple[str, str, str, dict[str, object]]]:
        state = self.state
        rows, at = table_rows(state, number), f"/round/{number}"
        for by, query, ending in (("", "", ""), ("name", "?by=name", "-names")):
            context = {**round_context(self.words, state, number, rows, by), "games": {}, "is_open": False}
            yield f"{at}{query}", f"round-{number}{ending}.html", "public/round", context

    def _tables(self) -> Iterator[tuple[str, str, str, dict[str, object]]]:
        closed, known = self.state.closed, meanings(self.words, self.state.settings)
        for after, standings in self.standings.items():
            ranks = ranks_of(standings)
            for query, place, shown in self._filters(f"after={after}"):
                own = in_category(self.state, ranks, shown.ids) if shown.chosen else ranks
                context = {"ranks": own, "after": after, "meanings": known, "filter": shown}
                yield f"/standings?{query}", f"standings-{after}{place}.html", "public/standings", context
                if after == closed:
                    query = query.replace(f"&after={after}", "").replace(f"after={after}", "")
                    at = f"/standings?{query}" if query else "/standings"
                    yield at, f"standings{place}.html", "public/standings", context
        cross, ids = indexed_crosstable(self.standings[closed])
        yield "/cross", "cross.html", "public/crosstable", {"cross": cross, "ids": ids}

    def _entries(self) -> Iterator[tuple[str, str, str, dict[str, object]]]:
        rows = event_rows.entry_rows(self.words, self.state)
        for query, place, shown in self._filters(""):
            own = [row for row in rows if row.entry.id in shown.ids]
            at = f"/entries?{query}" if query else "/entries"
            context = {"rows": own, "filter": shown, "lists": editions.rating_lists(self.words, self.state)}
            yield at, f"entries{place}.html", "public/entries", context

    def _filters(self, query: str) -> Iterator[tuple[str, str, Filter]]:
        """Iterate over all and every category: query of the address, part of the file's name, filter."""
        shown = category_filter(self.words, self.state, "")
        yield query, "", shown
        for number, chip in enumerate(shown.chips, 1):
            own = f"category={quote(chip.name)}" + (f"&{query}" if query else "")
            yield own, f"-category-{number}", category_filter(self.words, self.state, chip.name)

    def _player(self, id_: int) -> Iterator[tuple[str, str, str, dict[str, object]]]:
        state, closed = self.state, self.state.closed
        entry, at = state.entry(id_), f"/entry/{id_}"
        line, rank, past = None, None, []
        if closed:
            standings = self.standings[closed]
            line = next((line for line in standings.lines if line.number == entry.number), None)
            rank = next((rank for rank in ranks_of(standings) if rank.entry == id_), None)
            past = player_rounds(state, id_, standings.pairing_input)
        context: dict[str, object] = {"entry": entry, "rank": rank, "past": past,
                   "categories": by_entry(state)[id_]}  # fmt: skip
        yield at, f"player-{id_}.html", "public/entry", context
        if line is None:
            return
        for name in state.settings.tiebreaks:
            code = name.replace("/", "-")
            context = {**tiebreak_context(self.words, state, id_, name, line), "after": closed}
            yield f"{at}/why/{code}?after={closed}", f"player-{id_}-{code}.html", "public/tiebreak_explanation", context


def _environment() -> Environment:
    """Return the templates of public pages with the static frame."""
    frame = (TEMPLATES / "tournaments" / "static" / "base.html").read_text(encoding="utf-8")
    loader = ChoiceLoader([DictLoader({"tournaments/base.html": frame}), FileSystemLoader(TEMPLATES)])
    return Environment(loader=loader, autoescape=True, trim_blocks=True, lstrip_blocks=True)


async def board_pictures(games: str, database: str) -> dict[tuple[int, int], str]:
    """Return the last position of the last game of each table as SVG, by round and table; raise StoreError.

    games: ids by `round:table` and `round:table:game` as JSON, stored beside the log.  database: file or address of the
    server's database.  Games that are not over, and those that the database does not have, are left out.
    """
    ids: dict[tuple[int, int], tuple[int, str]] = {}
    for key, id_ in json.loads(games).items():
        number, table, *game = map(int, key.split(":"))
        place = game[0] if game else 1
        ids[number, table] = max(ids.get((number, table), (0, "")), (place, str(id_)))
    store = Store(database if "://" in database else f"sqlite:///{database}")
    await store.open()
    try:
        found = {key: await _picture(store, id_) for key, (_, id_) in sorted(ids.items())}
    finally:
        await store.close()
    return {key: svg for key, svg in found.items() if svg}


async def _picture(store: Store, id_: str) -> str:
    """Return the last position of a game that is over as SVG, else an empty text."""
    stored = await store.game(id_)
    if stored is None:
        return ""
    row, seats, log = stored
    await warm(named(row.name))
    live = LiveGame(replace(row, state="waiting", result="", reason="", ply=0), seats)
    for each in log:
        live.apply(each, each.at)
    return view_of(live.game, 0, False).svg(live.position, "light") if live.state not in ("waiting", "open") else ""


async def plan_of(event: OpenEvent) -> publication.Plan:
    """Return where the pages of an event are published, read anew: the command line sets it."""
    return await event.run(lambda director: publication.Plan.read(director.store.value(publication.PLAN)))


async def publish_after_round(events: Events, event: OpenEvent) -> None:
    """Publish the pages of an event, if its plan says so and it has new acts."""
    plan = await plan_of(event)
    if plan.is_always and plan.acts != event.state.version and event.state.by_number():
        await _publish(events, event, plan)


async def _publish(events: Events, event: OpenEvent, plan: publication.Plan) -> None:
    """Publish the pages of an event; keep in its plan what went wrong."""
    async with event.publishing:
        state = await event.run(Director.reported)
        try:
            await asyncio.to_thread(publish, state, plan, events.engine.pair)
            plan = replace(plan, problem="")
        except (Refusal, OSError, RuntimeError) as error:
            reason = error.reason.message(Words("en")._) if isinstance(error, Refusal) else str(error)
            plan = replace(plan, problem=reason)
        await event.set_value(publication.PLAN, replace(plan, acts=state.version).text())


@router.post("/t/{event}/desk/publish-pages")
async def publish_pages(visit: ChiefVisit, form: FormOf[Form], events: EventsDep) -> Response:
    """Publish the pages where the plan of the event says.  Form: no fields of its own."""
    plan = await plan_of(visit.event)
    if plan.address:
        await _publish(events, visit.event, plan)
    return visit.completed(form, "/desk/staff")
