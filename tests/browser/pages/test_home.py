"""The home page: its height, the board that plays by itself, the sheet of a game, and the bar of places on phones."""

import pytest
from playwright.sync_api import expect
from tests.browser.pages.test_pages import faults

from charkoni.web.engine.warm import playable

DESKTOP = {"width": 1400, "height": 900}
PHONE = {"width": 360, "height": 740}
LOW_PHONE = {"width": 360, "height": 640}
LYING_PHONE = {"width": 740, "height": 360}
SHIFTS = """() => new Promise((resolve) => new PerformanceObserver((list) => resolve(
  list.getEntries().reduce((sum, each) => sum + each.value, 0))).observe({ type: 'layout-shift', buffered: true })
  || setTimeout(() => resolve(0), 300))"""
MOVES = """(plies) => new Promise((resolve) => {
  let marked = 0;
  new MutationObserver(() => { marked += 1; if (marked >= plies) resolve(true); })
    .observe(document.querySelector('.home-board .layer-under'), { attributes: true });
})"""


@pytest.mark.parametrize(("size", "most"), [pytest.param(DESKTOP, 1500, marks=pytest.mark.long), (PHONE, 2400)])
def test_the_page_is_short_and_its_board_plays_without_moving_anything(visit, size, most):
    people = visit()
    for form in ({"opponent": "here", "watch": "1"}, {"opponent": "friend", "public": "1"}):
        for _ in range(3):
            people.create("mosty", **form)
    visitor = visit(viewport=size, reduced_motion="no-preference", settings={"motion": '"normal"'})
    for _ in range(5):
        visitor.create("mosty")
    visitor.visit("/")
    page = visitor.page
    assert page.locator(".lines li").count() >= 6
    expect(page.locator(".home-board .layer-under")).to_be_attached()
    assert page.evaluate(MOVES, 2)
    assert page.evaluate(SHIFTS) <= 0.02
    assert page.evaluate("document.documentElement.scrollHeight") <= most
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    page.locator(".pause").click()
    expect(page.locator(".pause")).to_have_attribute("aria-pressed", "false")


def test_a_visitor_who_wants_no_motion_sees_a_picture(visit):
    page = visit(settings={"motion": '"normal"'}).page
    page.goto("/", wait_until="load")
    expect(page.locator(".pause")).to_have_attribute("aria-pressed", "false")
    assert page.locator(".home-board .layer-under").count() == 0


def test_two_clicks_lead_to_a_table_and_the_sheet_moves_nothing(visit, axe):
    visitor = visit(viewport=DESKTOP)
    visitor.visit("/")
    page = visitor.page
    card = page.locator("a.game").first
    card.scroll_into_view_if_needed()
    before = card.bounding_box()
    card.click()
    expect(page.locator("dialog[open] button[value=computer]")).to_be_focused()
    assert card.bounding_box() == before
    assert faults(page, axe) == []
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)
    card.click()
    page.locator("dialog button[value=computer]").click()
    visitor.ready()


COVERED = """() => [...document.querySelectorAll('#board .zone.legal, #throw:not([hidden])')].filter((place) => {
  const box = place.getBoundingClientRect();
  const [x, y] = place.dataset.at?.split(' ').map(Number) ?? [];
  const middle = place.ownerSVGElement
    ? new DOMPoint(x, y).matrixTransform(place.ownerSVGElement.getScreenCTM())
    : new DOMPoint(box.x + box.width / 2, box.y + box.height / 2);
  return !document.elementFromPoint(middle.x, middle.y)?.closest('#board, #throw');
}).map((place) => place.dataset.zone ?? place.id)"""
"""The places to tap that something covers, or that are out of sight."""


def see_card(visitor):
    """The card is whole in sight, and covers no place to tap."""
    page = visitor.page
    visitor.ready()
    expect(page.locator("#meeting-stage svg")).to_be_visible()
    expect(page.locator("#meeting-aim")).to_be_in_viewport(ratio=1)
    for way in page.locator("#meeting .ways button, #meeting .ways a").all():
        expect(way).to_be_in_viewport(ratio=1)
    expect(page.locator("#board .zone.legal, #throw:visible").first).to_be_attached()
    assert page.evaluate(COVERED) == []


@pytest.mark.parametrize("viewport", [pytest.param(DESKTOP, marks=pytest.mark.long), PHONE], ids=("desktop", "phone"))
def test_who_meets_a_game_moves_at_the_third_tap(visit, viewport):
    """Two clicks from the home page to a board that can be used: the card with the aim lies beside the first move."""
    visitor = visit(has_met=False, viewport=viewport)
    visitor.visit("/")
    page = visitor.page
    page.locator("a.game[data-sheet=mosty], [data-sheet=mosty]").first.click()
    page.locator("dialog button[value=computer]").click()
    see_card(visitor)
    visitor.click("a9")
    expect(page.locator("#meeting")).to_be_hidden()
    expect(page.locator("#log li").first).to_be_attached()


@pytest.mark.long
@pytest.mark.parametrize("lang", ["ru", "en", "tr"])
@pytest.mark.parametrize("game", playable())
def test_the_card_of_each_game_covers_no_place(visit, game, lang):
    visitor = visit(has_met=False, viewport=PHONE, locale=lang)
    visitor.start(game, "computer")
    for viewport in (PHONE, LOW_PHONE, LYING_PHONE, DESKTOP):
        visitor.page.set_viewport_size(viewport)
        see_card(visitor)


def test_five_places_are_at_the_bottom_of_a_phone(visit):
    visitor = visit(viewport=PHONE, locale="ru-RU")
    for path, current in (("/", "/"), ("/rules", "/learn"), ("/watch", "/watch")):
        visitor.visit(path)
        places = visitor.page.locator("nav.places a")
        assert places.count() == 5
        for place in places.all():
            box = place.bounding_box()
            assert min(box["width"], box["height"]) >= 44
            assert box["y"] + box["height"] <= PHONE["height"]
        expect(visitor.page.locator("nav.places [aria-current]")).to_have_attribute("href", current)
