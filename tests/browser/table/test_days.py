"""Days-long games on a telephone: board after board without a list."""

import re
import time

import pytest
from playwright.sync_api import expect

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
FITS = "document.documentElement.scrollWidth <= innerWidth && document.documentElement.scrollHeight <= innerHeight"
DESK = {"viewport": {"width": 1400, "height": 900}}


def join(visitor, link: str) -> None:
    """Take a seat by the link of an invitation."""
    visitor.page.goto(link)
    visitor.page.locator("form.join button").first.click()
    visitor.ready()


def days_long(one, two, count: int, clock: str = "3d", game: str = "mangala") -> list[str]:
    """Begin games of two visitors in which it is the first one's move; return the addresses of their tables."""
    tables = []
    for _ in range(count):
        table = one.create(game, "friend", clock=clock)
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


@pytest.mark.parametrize("screen", [PHONE, DESK], ids=["360", "1400"])
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


@pytest.mark.parametrize("screen", [PHONE, DESK], ids=["360", "1400"])
def test_a_game_over_a_week(visit, screen):
    """The board opens with the last move, takes the answer and a plan for the next one, and leads to the next board."""
    one, two = visit(**screen), visit()
    (gana,) = days_long(one, two, 1, game="gana")
    (other,) = days_long(one, two, 1, clock="7d")
    one.visit("/next")
    one.ready()
    assert one.page.url.endswith(gana), "the one with the least time"
    type_move(one, "a1e")
    one.settled(0)
    one.page.locator("[data-act=menu]").click()
    one.page.locator("[data-act=plan]").click()
    for shown, move in enumerate(("a7e", "a2e"), 1):
        type_move(one, move)
        expect(one.page.locator("#log .line")).to_have_text(re.compile(" ".join(("a7e", "a2e")[:shown])))
    one.page.locator("#keep-line").click()
    expect(one.page.locator("textarea")).to_have_value("a7e a2e")
    one.page.locator("main a.button").click()
    one.ready()
    one.page.locator("#next-board").click()
    one.page.wait_for_url(lambda url: url.endswith(other))
    with two.page.expect_request("**/replay.json*"):
        two.visit("/next")
    two.ready()
    type_move(two, "a7e")
    two.expect_v(3)
    expect(two.page.locator("#log button")).to_have_text(["a1e", "a7e", "a2e"])
    assert "conditional move" in two.page.request.get(f"{gana}.txt").text()
