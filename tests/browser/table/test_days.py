"""Days-long games on a telephone: board after board without a list."""

import contextlib
import http.server
import json
import queue
import re
import threading
import time

import pytest
from playwright.sync_api import TimeoutError, expect
from tests.browser.pages.test_accessibility import expect_no_fault
from tests.browser.pages.test_notices import SUBSCRIBE, deliver, touch
from tests.web.notices.test_push import Browser

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
FITS = "document.documentElement.scrollWidth <= innerWidth && document.documentElement.scrollHeight <= innerHeight"
DESK = {"viewport": {"width": 1400, "height": 900}}


def join(visitor, link: str) -> None:
    """Take a seat by the link of an invitation."""
    visitor.page.goto(link)
    visitor.page.locator("form.join button").first.click()
    visitor.ready()


def days_long(one, two, count: int, clock: str = "3d", game: str = "mangala", **choices: str) -> list[str]:
    """Begin games of two visitors in which it is the first one's move; return the addresses of their tables."""
    tables = []
    for _ in range(count):
        table = one.create(game, "friend", clock=clock, **choices)
        one.visit(table)
        one.ready()
        join(two, one.page.locator(".invite input").input_value())
        tables.append(table)
    return tables


@pytest.mark.parametrize(
    ("screen", "count"),
    [(PHONE, 3), (DESK, 3), pytest.param(PHONE, 10, marks=pytest.mark.long)],
    ids=["360", "1400", "360-ten"],
)
def test_board_after_board_is_answered_without_a_list(visit, screen, count):
    """Ten boards in less than two minutes."""
    one, two = visit(**screen), visit()
    tables = days_long(one, two, count)
    begun = time.monotonic()
    one.visit("/next")
    answered = []
    for left in reversed(range(count)):
        one.ready()
        answered.append(one.page.url)
        assert one.page.locator("#next-board").get_attribute("data-others") == (str(left) if left else None)
        assert one.page.evaluate(FITS)
        one.click("a1")
        one.settled(0)
        one.page.locator("#next-board").click()
        one.page.wait_for_url(lambda url: url not in answered)
    assert {url.rpartition("/")[2] for url in answered} == {table.rpartition("/")[2] for table in tables}
    assert one.page.url.endswith("/mine")
    assert time.monotonic() - begun < 120


@pytest.mark.parametrize("screen", [pytest.param(PHONE, marks=pytest.mark.long), DESK], ids=["360", "1400"])
def test_answers_are_planned_on_the_board_and_played_by_the_server(visit, screen):
    one, two = visit(**screen), visit()
    (table,) = days_long(one, two, 1)
    one.visit(table)
    one.ready()
    one.click("a1")
    one.settled(0)
    one.page.locator("[data-act=menu]").click()
    one.page.locator("[data-act=plan]").click()
    for zone in ("b3", "a3"):
        expect(one.page.locator(f'#board .zone.legal[data-zone="{zone}"]')).to_have_count(1)
        expect(one.page.locator("#keep-line")).to_be_hidden()
        one.click(zone)
    expect(one.page.locator("#keep-line")).to_be_visible()
    assert one.page.evaluate(FITS)
    one.page.locator("#keep-line").click()
    expect(one.page.locator("textarea")).to_have_value("3 3")
    one.page.locator("main a.button").click()
    one.ready()
    two.visit(table)
    two.ready()
    two.click("b3")
    one.expect_v(3)
    expect(one.page.locator("#log button")).to_have_text(["1", "3", "3"])


def type_move(visitor, move: str) -> None:
    """Play a move by typing it, once its square may be chosen."""
    expect(visitor.page.locator(f'#board .zone.legal[data-zone="{move[:2]}"]')).to_have_count(1)
    visitor.page.keyboard.press("/")
    visitor.page.locator("#type-move").fill(move)
    visitor.page.keyboard.press("Enter")


def answer(visitor, table: str, move: str, v: int) -> None:
    """Open a table in version `v`, where the last move is shown again, and play a move, which waits for that."""
    with visitor.page.expect_response("**/replay.json*"):
        visitor.visit(table)
    visitor.ready()
    for _ in range(20):
        type_move(visitor, move)
        with contextlib.suppress(TimeoutError):
            visitor.settled(v, 3000)
            return
    raise AssertionError(f"{move} was not played")


GANA = "p,p,p,p,k,p,p,p/p,p,p,p,p,p,p,p/8/2,KP,5/8/8/P,P,1,P,P,P,P,P/P,P,P,P,1,P,P,P a 0"
"""The king has come to c5."""

HOUR_MS = 3_600_000
UNASKED = """() => {
  Object.defineProperty(Notification, "permission", { get: () => "default" });
  Notification.requestPermission = async () => "granted";
}"""
"""A browser that has not been asked: headless ones refuse at once."""


@pytest.fixture
def push_service():
    """A service of pushes: its address, and a queue of the bodies that are sent to it."""
    bodies = queue.Queue()

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            bodies.put(self.rfile.read(int(self.headers["content-length"])))
            self.send_response(201)
            self.send_header("content-length", "0")
            self.end_headers()

        def log_message(self, *_):
            """Say nothing."""

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as service:
        threading.Thread(target=service.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{service.server_address[1]}/push", bodies
        service.shutdown()


@pytest.mark.parametrize("screen", [PHONE, pytest.param(DESK, marks=pytest.mark.long)], ids=["360", "1400"])
def test_a_game_over_a_week(visit, server, pass_by, push_service, axe, screen):
    """A notice opens the board with the last move, which takes the answer and a plan, and leads to the next board."""
    home, (address, bodies), keys = server.replace("127.0.0.1", "localhost"), push_service, Browser()
    one, two = visit(base_url=home, **screen), visit(base_url=home)
    two.page.context.add_init_script(f"({UNASKED})()")
    (gana,) = days_long(one, two, 1, game="gana", start=GANA)
    (other,) = days_long(one, two, 1, clock="7d")
    one.visit("/next")
    one.ready()
    assert one.page.url.endswith(gana), "the one with the least time"
    one.page.evaluate(UNASKED)
    asked = one.page.locator("[data-push] .card")
    type_move(one, "a1e")
    one.settled(0)
    one.visit(other)
    one.ready()
    one.click("a1")
    one.settled(0)

    # The card of a game over days offers notices on this device, once the move is made.
    one.page.context.add_init_script(f"({UNASKED})()")
    one.visit(gana)
    one.ready()
    expect(asked).to_be_visible()
    assert one.page.evaluate(FITS)
    for theme in ("light", "dark"):
        expect_no_fault(one, axe, theme, "a table that offers notices")
    one.page.evaluate(SUBSCRIBE, {"answer": json.loads(keys.subscription(address))})
    asked.get_by_role("button", name="Show notices on this device").click()
    expect(asked).to_have_count(0)
    one.page.goto("about:blank")

    # One hears of the move in the other game, and two days later of the answer in this one.
    two.expect_v(1)
    two.click("b2")
    two.settled(1)
    pass_by(20_000)
    sent = keys.read(bodies.get(timeout=60))
    title = "It is your move against Guest"
    assert sent == {"title": title, "text": "Mangala · 6 days 23 hours left", "path": other, "tag": other}
    pass_by(48 * HOUR_MS)
    answer(two, gana, "a7e", 1)
    asked = two.page.locator("[data-push] .card")
    asked.get_by_role("button", name="Close").click()
    two.visit(gana)
    two.ready()
    pass_by(20_000)
    sent = keys.read(bodies.get(timeout=60))
    assert sent == {"title": title, "text": "Gana · 2 days 23 hours left", "path": gana, "tag": gana}
    one.visit("/about")
    worker, shown = deliver(one.page, home, json.dumps(sent))
    assert shown["title"] == title
    one.page.close()
    one.page = one.page.context.new_page()
    answer(one, touch(worker).removeprefix(home), "h2n", 2)

    # A plan for the next one, and on to the next board that waits.
    one.page.locator("[data-act=menu]").click()
    one.page.locator("[data-act=plan]").click()
    plan = ("e7s", "c5n:2")
    for shown_, move in enumerate(plan, 1):
        type_move(one, move)
        expect(one.page.locator("#log .line")).to_have_text(re.compile(" ".join(plan[:shown_])))
    one.page.locator("#keep-line").click()
    expect(one.page.locator("textarea")).to_have_value(" ".join(plan))
    one.page.locator("main a.button").click()
    one.ready()
    one.page.locator("#next-board").click()
    one.page.wait_for_url(lambda url: url.endswith(other))

    expect(asked).to_have_count(0)

    pass_by(48 * HOUR_MS)
    answer(two, "/next", "e7s", 3)
    two.expect_v(5)
    expect(two.page.locator("#log button")).to_have_text(["a1e", "a7e", "h2n", *plan])
    assert "conditional move" in two.page.request.get(f"{gana}.txt").text()
    pass_by(20_000)
    with pytest.raises(queue.Empty):
        bodies.get(timeout=2)  # his move was made for him
