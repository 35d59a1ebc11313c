"""Days-long games on a telephone: board after board without a list."""

import pytest

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
