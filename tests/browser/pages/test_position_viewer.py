"""Boards outside a table: lessons and study.  Chips are shown in space that was reserved before."""

import pytest
from playwright.sync_api import Page, expect
from tests.browser.pages.test_pages import SMALL
from tests.browser.table.test_table import SHIFTS
from tests.browser.visitor import Visitor
from tests.sampling import one_per_value

LARGEST_SHIFT = 0.02
LANDSCAPE = {"width": 1280, "height": 800}
LESSONS = [
    *("/learn/chaupar/1", "/learn/focus/1"),
    *(pytest.param(f"/learn/{each}/1", marks=pytest.mark.long) for each in ("gana", "banglagor")),
]
"""Lessons of games with chips: in a row, beside a piece, as arrows."""
BOX = """() => {
  const { x, y, width, height } = document.querySelector('#stage svg').getBoundingClientRect();
  return [x + scrollX, y + scrollY, width, height];
}"""


def opened(visitor: Visitor, path: str, ready: str) -> Page:
    visitor.page.add_init_script(SHIFTS)
    visitor.visit(path)
    visitor.page.wait_for_selector(ready)
    visitor.page.wait_for_selector("#stage .zone.legal")
    return visitor.page


@pytest.mark.parametrize(
    "size", [pytest.param(LANDSCAPE, marks=pytest.mark.long), SMALL], ids=["landscape", "portrait"]
)
@pytest.mark.parametrize("path", LESSONS)
def test_nothing_moves_when_chips_come_to_a_lesson(visit, path, size):
    page = opened(visit(viewport=size), path, "#lesson[data-step]")
    board = page.evaluate(BOX)
    if not page.locator("#stage .chip").count():
        page.locator("#stage .zone.legal").first.dispatch_event("click", {"detail": 0})
    page.wait_for_selector("#stage .chip")
    assert page.evaluate(BOX) == board
    assert sum(page.evaluate("window.shifts")) <= LARGEST_SHIFT


def test_directions_are_arrows_in_a_lesson_too(visit):
    page = opened(visit(), "/learn/gana/1", "#lesson[data-step]")
    page.locator('#stage [data-zone="d4"]').dispatch_event("click", {"detail": 0})
    page.locator('#stage .arrow[data-value="e"]').click()
    expect(page.locator("#coach")).to_have_attribute("data-mood", "good")


@pytest.mark.parametrize(
    ("path", "ready"), [("/study/chaupar", "#study[data-at]"), ("/puzzles/focus/1", "#puzzle[data-ready]")]
)
def test_a_page_has_its_shape_before_its_script_runs(visit, path, ready):
    visitor = visit(viewport=SMALL, has_touch=True, is_mobile=True)
    visitor.page.add_init_script(SHIFTS)
    visitor.visit(path)
    visitor.page.wait_for_selector(ready)
    assert sum(visitor.page.evaluate("window.shifts")) <= LARGEST_SHIFT
    visitor.errors[:] = [error for error in visitor.errors if "study.json" not in error]  # no computer here to ask


BOARDS = ("/study/mosty", "/study/mangala", "/learn/mangala/1", "/puzzles/gana")
SHOWN = """() => [...document.querySelectorAll('#stage > svg, #board > svg, .board > svg')].map((svg) => {
  const { width, height } = svg.getBoundingClientRect();
  return [width, height];
})"""


@pytest.mark.parametrize(("path", "size"), one_per_value(BOARDS, ("landscape", "portrait"), BOARDS[::2]))
def test_a_board_is_large_enough_to_play_on(visit, path, size):
    """A CSS rule for tables alone once left the boards of study without height on landscape screens."""
    visitor = visit(viewport=LANDSCAPE if size == "landscape" else SMALL)
    visitor.visit(path)
    visitor.page.wait_for_selector("#stage .zone.legal")
    boards = visitor.page.evaluate(SHOWN)
    assert boards and all(width >= 300 and height >= 120 for width, height in boards), boards
    visitor.errors[:] = [error for error in visitor.errors if "study.json" not in error]  # no computer here to ask


def test_a_phone_that_is_turned_twice_shows_the_board_as_it_is_held(visit):
    visitor = visit(viewport=LANDSCAPE)
    visitor.page.add_init_script(SHIFTS)
    visitor.visit("/study/mosty")
    page, held = visitor.page, []
    page.wait_for_selector("#stage .zone.legal")
    box = page.evaluate("() => document.querySelector('#stage > svg').getAttribute('viewBox')")
    page.route("**/scene/**", lambda route: held.append(route))
    page.set_viewport_size(SMALL)
    for _ in range(50):
        page.wait_for_timeout(100)
        if held:
            break
    page.set_viewport_size(LANDSCAPE)
    with page.expect_response("**/explore.json*"):
        pass
    page.wait_for_timeout(200)
    held[0].continue_()
    page.wait_for_timeout(300)
    assert page.evaluate("() => document.querySelector('#stage > svg').getAttribute('viewBox')") == box
    visitor.errors[:] = [error for error in visitor.errors if "study.json" not in error]  # no computer here to ask
