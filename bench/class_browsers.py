"""A lesson in browsers: a teacher, a hall screen and 24 telephones, see `classroom.py --lesson --browsers`.

A telephone is a context of one headless Chromium, 360 x 640 pixels, and shows what a pupil sees.  Its moves are taps on
the page, at most AT_ONCE of them at a time; animations are as of people who want less motion.
"""

import asyncio
import json
import random
import sqlite3
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from playwright.async_api import Browser, BrowserContext, ConsoleMessage, Page, WebError, WebSocket, async_playwright
from playwright.async_api import Error as BrowserError

from charkoni.web.http.sessions import Access
from classroom import Lesson

CHROMIUM = "/usr/bin/chromium-headless-shell"
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--mute-audio"]
NAMES = {
    "en": ("Ann", "Ben", "Clara", "Dan", "Emma", "Finn", "Grace", "Henry"),
    "ru": ("Айгуль", "Борис", "Вера", "Глеб", "Дарья", "Егор", "Жанна", "Захар"),
    "tr": ("Ayşe", "Burak", "Çağla", "Deniz", "Elif", "Fatma", "Gökhan", "İpek"),
}
BY_CARD = 5
"""Of each language, how many pupils come in by their card; the others by the word on the wall."""
AT_ONCE = 3
THINK_S = 5.0
PATIENCE_S = 120.0
SIMULATED_MIN = 40
IGNORED = "Cross-Origin-Opener-Policy header has been ignored"
"""Said by Chromium about every page of a server in the network, which has no certificate; not an error of the page."""

UNREACHABLE = ("net::ERR_", "WebSocket connection", "Failed to fetch dynamically imported module")
"""What Chromium says of requests to a server that is away."""

STEP = """(mayErr) => {
  const tap = (zone) => zone.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  if (document.body.inert) return ''; // the page is about to be left, and takes no taps
  const any = (found) => found[Math.floor(Math.random() * found.length)];
  const stage = document.querySelector('#puzzle[data-ready] #stage, #lesson #stage');
  const table = document.querySelector('#table[data-ready]');
  if (!stage && table?.dataset.turn !== 'mine') return '';
  document.querySelector('#meeting[open] form[method=dialog] button')?.click();
  if (stage) {
    const ids = location.pathname === '/class/question' ? ['onward'] : ['onward', 'next', 'show'];
    const button = ids.map((id) => document.getElementById(id)).find((each) => each && !each.hidden);
    button?.click();
    if (button || ids.length > 1) return button ? 'button' : '';
  }
  const board = stage ?? table;
  const legal = [...board.querySelectorAll('.zone.legal, .chip')];
  const others = [...board.querySelectorAll('.zone:not(.legal)')];
  const chosen = board.querySelector('.zone[aria-pressed=true]');
  const wrong = mayErr && !chosen && others.length && Math.random() < .15;
  const zone = wrong ? any(others) : legal.length ? any(legal) : chosen;
  if (zone) zone.matches('.chip') ? zone.click() : tap(zone);
  return zone && !wrong ? 'tap' : '';
}"""
"""Do one thing on the page of a pupil: tap on a board, or press what leads on in a lesson or puzzle."""


@dataclass
class Sent:
    """A move that a page has sent.  v: the version of the position; number: of the request; answer: ack, nack or ""."""

    game: str
    v: int
    move: str
    number: int
    answer: str = ""


class Telephone:
    """A pupil and the telephone that he has at present."""

    def __init__(self, room: "Room", name: str, lang: str) -> None:
        self.room, self.name, self.lang = room, name, lang
        self.sent: list[Sent] = []
        self.context: BrowserContext | None = None

    async def open(self, path: str) -> None:
        """Open an address on a new telephone."""
        self.context = await self.room.browser.new_context(
            locale=self.lang, viewport={"width": 360, "height": 640}, has_touch=True, reduced_motion="reduce"
        )
        self.room.listen(self.context, self.name)
        self.page = await self.context.new_page()
        self.page.on("websocket", self.listen)
        await self.page.goto(self.room.lesson.origin + path)

    async def lose(self) -> None:
        """Lose the telephone, with what is on its way."""
        context, self.context = self.context, None
        if context:
            await context.close()
        self.sent = [move for move in self.sent if move.answer]

    def listen(self, wire: WebSocket) -> None:
        """Note the moves that are sent, and what comes back."""

        mine: dict[int, Sent] = {}

        def sent(payload: str | bytes) -> None:
            message = json.loads(payload)
            if message["type"] == "do":
                # After a loss of the connection a move is sent again under its number.
                known = (move for move in self.sent if (move.game, move.number) == (message["g"], message["n"]))
                mine[message["n"]] = move = next(known, Sent(message["g"], message["v"], message["m"], message["n"]))
                if move not in self.sent:
                    self.sent.append(move)

        def received(payload: str | bytes) -> None:
            message = json.loads(payload)
            if message["type"] in ("ack", "nack") and message.get("n") in mine:
                mine[message["n"]].answer = message["type"]
            if message["type"] == "nack" and not self.room.has_ended:
                self.room.refused.append((self.name, str(message)[:200]))

        wire.on("framesent", sent)
        wire.on("framereceived", received)

    @property
    def at(self) -> str:
        """The path of the page that is shown, "" while the telephone is lost."""
        return self.page.url.removeprefix(self.room.lesson.origin).partition("?")[0] if self.context else ""

    async def why(self) -> str:
        """Return why the pupil waits, or ""."""
        return str(await self.page.evaluate("document.querySelector('[data-why]')?.dataset.why ?? ''"))

    async def work(self) -> None:
        """Do something now and then, until the task is cancelled."""
        while True:
            await asyncio.sleep(random.expovariate(1 / THINK_S))
            if self.context is None or self.room.is_quiet:
                continue
            async with self.room.few:
                try:
                    done = await self.page.evaluate(STEP, self.at.startswith("/g/"))
                    self.room.steps[done] += bool(done)
                except BrowserError:  # the page has gone elsewhere meanwhile
                    continue


class Room:
    """The browsers of a lesson: the teacher, the hall screen, the telephones.

    pictures: the folder of screenshots, None for none.
    """

    def __init__(self, lesson: Lesson, browser: Browser, pictures: Path | None) -> None:
        self.lesson, self.browser, self.pictures = lesson, browser, pictures
        self.few = asyncio.Semaphore(AT_ONCE)
        self.errors: list[tuple[str, str]] = []
        self.refused: list[tuple[str, str]] = []
        self.missing: list[str] = []
        self.steps: Counter[str] = Counter()
        self.unreachable = 0
        self.is_quiet = False
        """Nobody does anything: a picture is taken."""
        self.is_away = False
        """The server was killed, and not everybody is back."""
        self.has_ended = False
        """Everything has been removed: requests of pupils are refused, so that they come to the entry."""
        self.phones = [Telephone(self, name, lang) for lang, names in NAMES.items() for name in names]
        self.rows: list[tuple[str, str, float]] = []

    def listen(self, context: BrowserContext, name: str) -> None:
        """Note the errors of the pages of a context."""

        def said(message: ConsoleMessage) -> None:
            if message.type != "error" or IGNORED in message.text or self.has_ended:
                return
            note(message.text)

        def failed(error: WebError) -> None:
            note(str(error.error))

        def note(text: str) -> None:
            if self.is_away and any(each in text for each in UNREACHABLE):
                self.unreachable += 1
            else:
                self.errors.append((name, text))

        context.on("console", said)
        context.on("weberror", failed)

    async def open_screens(self) -> None:
        """Open a room, its page for the teacher, and the hall screen."""
        context = await self.browser.new_context(locale="en", viewport={"width": 1400, "height": 900})
        self.listen(context, "teacher")
        self.teacher = await context.new_page()
        await self.teacher.goto(f"{self.lesson.own}/class")
        await self.picture(self.teacher, "teacher-entry", (360, 1400))
        await self.teacher.locator('a[href^="/class/"].button').first.click()
        await self.teacher.wait_for_selector("#room")
        self.hall = await context.new_page()
        await self.hall.set_viewport_size({"width": 1920, "height": 1080})
        await self.hall.goto(f"{self.teacher.url}/screen")

    async def picture(self, page: Page, name: str, widths: Sequence[int] = ()) -> None:
        """Write pictures of a page, light and dark.  widths: in pixels, of a page of the teacher."""
        if self.pictures is None:
            return
        before = page.viewport_size
        for width in widths or (0,):
            if width:
                await page.set_viewport_size({"width": width, "height": 900 if width > 500 else 640})
            for scheme in ("dark", "light"):
                await page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
                path = self.pictures / f"{name}-{width or 'own'}-{scheme}.png"
                await page.screenshot(path=path, full_page=bool(widths), animations="disabled")
        if before:
            await page.set_viewport_size(before)

    async def act(self, value: str, summary: str = "", **fields: str) -> None:
        """Let the teacher press a button.  summary: the heading under which it stands; fields: what is chosen."""
        if summary:
            await self.teacher.locator(f'summary:text-is("{summary}")').click()
        for name, text in fields.items():
            field = self.teacher.locator(f".tasks [name={name}]")
            if await field.evaluate("each => each.tagName") == "SELECT":
                await field.select_option(text)
            else:
                await field.fill(text)
        await self.teacher.locator(f"button[name=act][value={value}]").first.click()

    async def all_are(self, what: str, is_there: Callable[[str, str], bool], pupils: Sequence[Telephone] = ()) -> None:
        """Wait until all pupils are where they belong; end the lesson with an error where one is not.

        is_there: by the path of the page, and why the pupil waits.
        """
        began, missing = time.monotonic(), list(pupils or self.phones)
        while missing and time.monotonic() < began + PATIENCE_S:
            await asyncio.sleep(0.5)
            missing = [each for each in missing if not await self.holds(each, is_there)]
        self.rows.append((what, f"{len(pupils or self.phones) - len(missing)}", time.monotonic() - began))
        print(f"{what}: {self.rows[-1][1]} there after {self.rows[-1][2]:.1f} s", flush=True)
        assert not missing, [(each.name, each.at) for each in missing]

    async def holds(self, phone: Telephone, is_there: Callable[[str, str], bool]) -> bool:
        """Return whether a pupil is where he belongs."""
        try:
            return phone.context is not None and is_there(phone.at, await phone.why())
        except BrowserError:  # on the way
            return False

    def card(self, name: str) -> str:
        """Return the address of a pupil's card, as the QR code on it has it."""
        with sqlite3.connect(f"file:{self.lesson.folder / 'lesson.db'}?mode=ro", uri=True) as database:
            [secret] = database.execute("select value from house where name = 'secret'").fetchone()
            [person] = database.execute("select person from pupils where name = ?", (name,)).fetchone()
        return f"/c/{Access(secret).signature('card', person)}"

    async def come_in(self) -> None:
        """Let the pupils come in, by their cards and by the word."""
        await self.picture(self.teacher, "teacher-empty", (360, 1400))
        await self.picture(self.hall, "hall-way-in")
        by_card = [each for lang, names in NAMES.items() for each in self.phones if each.name in names[:BY_CARD]]
        await self.act("names", "Room and pupils", names="\n".join(each.name for each in by_card))
        await self.teacher.wait_for_function("n => document.querySelectorAll('.pupil').length === n", arg=len(by_card))
        for phone in by_card:
            await phone.open(self.card(phone.name))
        asking = [each for each in self.phones if each not in by_card]
        for phone in asking:
            await phone.open(f"/r/{self.lesson.word.lower()}")
            if phone is asking[0]:
                await self.picture(phone.page, "pupil-entry")
            await phone.page.fill("[name=name]", phone.name)
            await phone.page.click("button.large")
        await self.all_are("ask to come in", lambda _, why: why == "asks", asking)
        await self.picture(asking[0].page, "pupil-asks")
        all_ask = "n => document.querySelectorAll('.asking label').length === n"
        await self.teacher.wait_for_function(all_ask, arg=len(asking))
        await self.picture(self.teacher, "teacher-asking", (360, 1400))
        await self.act("admit")
        await self.all_are("are in", lambda _, why: why == "free")
        await self.picture(self.phones[8].page, "pupil-wait")

    async def show(self, button: str, mode: str) -> None:
        """Show something on the hall screen, with a picture of it.  button: its selector on the teacher's page."""
        await self.teacher.locator(button).first.evaluate("each => each.click()")
        await self.hall.wait_for_selector(f".screen[data-mode={mode}]", timeout=1000 * PATIENCE_S)
        await asyncio.sleep(4)
        await self.picture(self.hall, f"hall-{mode}")

    def compare(self) -> None:
        """Note the moves that were acknowledged and are not on the server's record."""
        acknowledged = [(each.name, move) for each in self.phones for move in each.sent if move.answer == "ack"]
        record: dict[str, dict[int, str]] = {}
        with sqlite3.connect(f"file:{self.lesson.folder / 'lesson.db'}?mode=ro", uri=True) as database:
            query = "select game, text from log where kind in ('move', 'throw', 'undo') order by game, seq"
            for game, text in database.execute(query):
                moves = record.setdefault(game, {})
                moves[len(moves)] = text
        self.missing = [f"{name}: {move}" for name, move in acknowledged if record[move.game].get(move.v) != move.move]

    def lost_moves(self) -> list[str]:
        """Return the moves that were never answered, and those that are not on the record."""
        return self.missing + [f"{each.name}: {move}" for each in self.phones for move in each.sent if not move.answer]


async def restart(room: Room, part_s: float) -> None:
    """Lose two telephones and kill the server; afterwards all are back, two on other telephones."""
    lost = [room.phones[0], room.phones[-1]]
    for phone in lost:
        await phone.lose()
    places = {phone.name: phone.at for phone in room.phones}
    cards = [room.card(phone.name) for phone in lost]
    room.is_away = True
    port = room.lesson.port
    room.lesson.kill()
    print("two telephones are lost, the server is killed", flush=True)
    await asyncio.to_thread(room.lesson.start, port)
    rest = [phone for phone in room.phones if phone not in lost]
    before = room.steps["tap"]
    await asyncio.sleep(part_s / 2)
    await room.all_are("back after the restart", lambda path, _: path.startswith("/g/"), rest)
    assert all(phone.at == places[phone.name] for phone in rest), "everybody is back at his board"
    room.is_away = False
    for phone, card in zip(lost, cards, strict=True):
        await phone.open(card)
    await room.all_are("two on other telephones", lambda path, _: path.startswith("/g/"), lost)
    await asyncio.sleep(part_s / 2)
    assert room.steps["tap"] > before, "games go on"


async def teach(room: Room, seconds: float) -> None:
    """Run a lesson: lesson, pairs, a question, a restart, eyes to the front, puzzles, a tournament, the end."""
    part_s = seconds / 8
    await room.open_screens()
    await room.come_in()
    work = [asyncio.create_task(phone.work()) for phone in room.phones]
    try:
        await room.act("lesson", "Lesson", lesson="mangala/1")
        await room.all_are("in the lesson", lambda path, why: path == "/learn/mangala/1" or why == "done")
        await room.picture(room.phones[9].page, "pupil-lesson")
        await asyncio.sleep(part_s)
        await room.act("pair", "Play each other", way="lot")
        await room.all_are("at boards", lambda path, _: path.startswith("/g/"))
        await asyncio.sleep(part_s)
        for number in (1, 10, 18):
            await room.picture(room.phones[number].page, f"pupil-table-{room.phones[number].lang}")
        await room.picture(room.teacher, "teacher-full", (360, 1400))
        await room.show('button[value^="board "]', "board")
        if await room.teacher.locator("#refused button").count():
            await room.show("#refused button", "rule")
        room.is_quiet = True
        await room.act("ask", "Ask all", source="lesson mangala/2/1")
        await room.all_are("asked", lambda path, _: path == "/class/question")
        await room.picture(room.phones[17].page, "pupil-question")
        room.is_quiet = False
        await room.all_are("have answered", lambda _, why: why == "question")
        await room.picture(room.phones[17].page, "pupil-answered")
        await asyncio.sleep(4)
        await room.picture(room.hall, "hall-question")
        await room.picture(room.teacher, "teacher-question", (360, 1400))
        await room.act("tell")
        await room.hall.wait_for_selector(".hall-answers .right", timeout=1000 * PATIENCE_S)
        await room.picture(room.hall, "hall-answer")
        await room.act("end-question")
        await room.all_are("back at boards", lambda path, why: path.startswith("/g/") or why == "done")
        await restart(room, part_s)
        await room.act("stop")
        await room.all_are("look at the teacher", lambda _, why: why == "stopped")
        await room.picture(room.phones[2].page, "pupil-stopped")
        await asyncio.sleep(4)
        await room.picture(room.hall, "hall-stopped")
        await room.act("start")
        await room.act("puzzles", "Puzzles", first="1", last="3")
        await room.all_are("at puzzles", lambda path, why: path.startswith("/puzzles/") or why == "done")
        await room.picture(room.phones[19].page, "pupil-puzzle")
        await asyncio.sleep(part_s / 2)
        await room.act("tournament", "Tournament", minutes="3")
        await room.all_are("at boards of the tournament", lambda path, _: path.startswith("/g/"))
        await asyncio.sleep(part_s)
        await room.picture(room.phones[12].page, "pupil-tournament")
        await room.picture(room.teacher, "teacher-tournament", (360, 1400))
        await room.show("button[name=screen][value=standings]", "standings")
        where = Counter(phone.at.split("/")[1] for phone in room.phones)
        print(f"where the pupils are before the end: {dict(where)}")
        room.compare()
        room.has_ended = True
        await room.act("end", "End the lesson")
        await room.all_are("out, at the entry", lambda path, why: path == "/class" and not why)
        await room.picture(room.phones[5].page, "pupil-after")
    finally:
        for task in work:
            task.cancel()


async def lesson_in_browsers(folder: str, seconds: float, pictures: Path | None) -> None:
    """Run a lesson in browsers, print what has become of it, and end with an error when anything is lost."""
    lesson, began = Lesson(folder), time.monotonic()
    if pictures:
        pictures.mkdir(parents=True, exist_ok=True)
    try:
        async with async_playwright() as tools:
            browser = await tools.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
            room = Room(lesson, browser, pictures)
            try:
                await teach(room, seconds)
            finally:
                await asyncio.sleep(1)
                report(room, time.monotonic() - began)
                await browser.close()
            assert not (room.errors or room.refused or room.lost_moves() or lesson.faults())
    finally:
        lesson.kill()


def report(room: Room, wall_s: float) -> None:
    """Print the table of a lesson."""
    print(f"\n{len(room.phones)} pupils, {SIMULATED_MIN} minutes in {wall_s / 60:.1f}\n")
    for what, count, took in room.rows:
        print(f"{what:32}{count:>4}{took:8.1f} s")
    moves = sum(len(phone.sent) for phone in room.phones)
    print(f"{'moves sent':32}{moves:>4}")
    for what, found in (("moves refused", room.refused), ("moves lost", room.lost_moves()), ("errors", room.errors)):
        print(f"{what:32}{len(found):>4}  {found[:5] or ''}")
    print(f"{'requests while it was away':32}{room.unreachable:>4}")
    print(f"{'faults of the server':32}{len(room.lesson.faults()):>4}", *room.lesson.faults())
