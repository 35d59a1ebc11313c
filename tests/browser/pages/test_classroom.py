"""A short lesson: a teacher, three telephones in three languages, and the hall screen."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, WebSocketRoute, expect
from tests.browser.conftest import running
from tests.browser.visitor import PATIENCE_MS

SLOW_MS = 4 * PATIENCE_MS


@pytest.fixture
def lesson(tmp_path: Path) -> Iterator[str]:
    """The address of a server for this lesson alone."""
    yield from running(tmp_path, workers=0, is_owned=True)


@pytest.fixture
def contexts(browser: Browser) -> Iterator[Callable[..., Page]]:
    opened: list[BrowserContext] = []
    errors: list[str] = []

    def page(lang: str, width: int) -> Page:
        context = browser.new_context(locale=lang, viewport={"width": width, "height": 740}, has_touch=width < 500)
        opened.append(context)
        context.on("weberror", lambda error: errors.append(str(error.error)))
        return context.new_page()

    yield page
    for each in opened:
        each.close()
    assert errors == []


class Line:
    """The connection of a phone to its board; while it is held, nothing reaches the server."""

    def __init__(self, phone: Page) -> None:
        self.is_held = False
        self.held: list[str | bytes] = []
        phone.route_web_socket(re.compile("/ws$"), self._route)

    def _route(self, wire: WebSocketRoute) -> None:
        self.wire = wire
        self.server = server = wire.connect_to_server()
        wire.on_message(lambda text: self.held.append(text) if self.is_held else server.send(text))

    def release(self) -> None:
        self.is_held = False
        for text in self.held:
            self.server.send(text)
        self.held.clear()


def tap(phone: Page, zone: str) -> None:
    phone.locator(f'#stage [data-zone="{zone}"]').click(force=True)


def test_a_short_lesson(lesson: str, contexts: Callable[..., Page]) -> None:
    teacher = contexts("en", 1400)
    teacher.goto(f"{lesson}/class")
    teacher.get_by_role("button", name="Open a classroom").click()
    expect(teacher.locator("#room")).to_be_visible()
    hall = teacher.context.new_page()
    hall.goto(f"{teacher.url}/screen")
    word = hall.locator("h1 span").inner_text()
    phones = {name: contexts(lang, 360) for name, lang in (("Ann", "en"), ("Борис", "ru"), ("Çağla", "tr"))}
    lines: dict[str, Line] = {}
    for name, phone in phones.items():
        lines[name] = Line(phone)
        phone.goto(f"{lesson}/r/{word.lower()}")
        phone.locator("[name=name]").fill(name)
        phone.locator("button.large").click()
        expect(phone.locator("[data-why=asks]")).to_be_visible()
    expect(teacher.locator(".asking label")).to_have_count(3, timeout=SLOW_MS)
    teacher.get_by_role("button", name="Let in").click()
    for phone in phones.values():
        expect(phone.locator("[data-why=free]")).to_be_visible(timeout=SLOW_MS)

    # Pairs: the phones go to their boards, which the teacher sees small.
    teacher.locator("summary", has_text="Play each other").click()
    teacher.locator("button[value=pair]").click()
    for phone in phones.values():
        phone.wait_for_url(re.compile("/g/"), timeout=SLOW_MS)
    expect(teacher.locator(".mini-board svg")).to_have_count(2, timeout=SLOW_MS)
    assert phones["Ann"].locator("nav.places").count() == 0, "a pupil sees no lobby"
    mini = teacher.locator(".mini-board").first
    before = mini.inner_html()
    game = mini.get_attribute("data-board")
    for phone in phones.values():
        expect(phone.locator("#table[data-ready]")).to_be_visible(timeout=SLOW_MS)
    at_board = [phone for phone in phones.values() if phone.url.endswith(f"/g/{game}")]
    mover = next(phone for phone in at_board if phone.locator("#table[data-turn=mine]").count())
    mover.locator("#board .zone.legal").first.click(force=True)
    expect(mover.locator("#table")).not_to_have_attribute("data-v", "0", timeout=SLOW_MS)
    teacher.wait_for_function("([box, old]) => box.innerHTML !== old", arg=[mini.element_handle(), before])

    # One position for all: the answers come in on the hall screen, then the right one.
    teacher.locator("summary", has_text="Ask all").click()
    teacher.locator("[name=source]").select_option("lesson mangala/2/1")
    teacher.locator("button[value=ask]").click()
    for phone, hole in zip(phones.values(), ("a4", "a4", "a2"), strict=True):
        phone.wait_for_url(re.compile("/class/question"), timeout=SLOW_MS)
        expect(phone.locator("#puzzle[data-ready]")).to_be_visible(timeout=SLOW_MS)
        tap(phone, hole)
        expect(phone.locator("#puzzle[data-verdict=right]")).to_be_visible(timeout=SLOW_MS)
    expect(hall.locator(".hall-count")).to_have_text("Answers: 3 of 3", timeout=SLOW_MS)
    expect(hall.locator(".hall-answers li")).to_have_count(2)
    expect(hall.locator("g.answer")).to_have_count(2)
    expect(hall.locator(".right")).to_have_count(0)
    teacher.get_by_role("button", name="Show the answer").click()
    expect(hall.locator(".hall-answers .right b")).to_have_text("2", timeout=SLOW_MS)
    teacher.get_by_role("button", name="End the question").click()
    for phone in phones.values():
        phone.wait_for_url(re.compile("/g/"), timeout=SLOW_MS)

    # A move is on its way when the connection is lost: until it is answered there is no second one.
    for phone in phones.values():
        expect(phone.locator("#table[data-ready]")).to_be_visible(timeout=SLOW_MS)
    name, mover = next((name, each) for name, each in phones.items() if each.locator("#table[data-turn=mine]").count())
    line, table = lines[name], mover.locator("#table")
    line.is_held = True
    v = table.get_attribute("data-v")
    mover.locator("#board .zone.legal").first.click(force=True)
    expect(mover.locator("#board .zone.legal")).to_have_count(0)
    line.held.clear()
    old = line.server
    line.wire.close()
    mover.wait_for_function("() => document.querySelector('#banner').hidden", timeout=SLOW_MS)
    while line.server is old:
        mover.wait_for_timeout(50)
    [hello] = [text for text in line.held if '"hello"' in str(text)]
    line.server.send(hello)
    mover.wait_for_timeout(300)  # the board as the server has it has come
    expect(mover.locator("#board .zone.legal")).to_have_count(0)
    assert table.get_attribute("data-v") == v

    # Eyes to the front: the phone stays until the move is answered, and shows that it was refused.
    teacher.get_by_role("button", name="Stop all").click()
    mover.wait_for_function("() => document.body.inert", timeout=SLOW_MS)
    expect(teacher.get_by_role("button", name="Go on, all")).to_be_visible(timeout=SLOW_MS)
    line.held.remove(hello)
    line.release()
    expect(mover.locator("#coach[data-mood=refused]")).to_be_visible()

    # On, and the end: nobody is left.
    expect(phones["Борис"].locator("h1")).to_have_text("Смотрите на учителя.", timeout=SLOW_MS)
    # A button that is touched twice acts once; another one acts, too, while the page still shows what the first did.
    sent: list[str] = []
    teacher.on("request", lambda request: sent.append(request.post_data or ""))
    buttons = ("start", "start", "standings")
    teacher.evaluate("all => all.forEach(each => document.querySelector(`button[value=${each}]`).click())", buttons)
    phones["Çağla"].wait_for_url(re.compile("/g/"), timeout=SLOW_MS)
    assert [sum(f"act={act}" in body for body in sent) for act in ("start", "screen")] == [1, 1]
    teacher.locator("summary", has_text="End the lesson").click()
    teacher.get_by_role("button", name="Remove everything").click()
    expect(teacher.get_by_role("button", name="Open a classroom")).to_be_visible(timeout=SLOW_MS)
    expect(phones["Ann"].locator("nav.places")).to_be_visible(timeout=SLOW_MS)
