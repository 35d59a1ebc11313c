"""Days-long games on a telephone: board after board without a list."""

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


def days_long(one, two, count: int, clock: str = "3d") -> list[str]:
    """Begin games of two visitors in which it is the first one's move; return the addresses of their tables."""
    tables = []
    for _ in range(count):
        table = one.create("mangala", "friend", clock=clock)
        one.visit(table)
        one.ready()
        join(two, one.page.locator(".invite input").input_value())
        tables.append(table)
    return tables


@pytest.mark.parametrize("screen", [PHONE, DESK], ids=["360", "1400"])
def test_board_after_board_is_answered_without_a_list(visit, screen):
    one, two = visit(**screen), visit()
    tables = days_long(one, two, 3)
    one.visit("/next")
    answered = []
    for left in (2, 1, 0):
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
