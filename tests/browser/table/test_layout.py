"""The layout of a table: everything fits a telephone, a long game fits a low window."""

import pytest
from playwright.sync_api import expect
from tests.browser.scripted_play import ALL, play_plies, play_whole_games
from tests.sampling import short_run

from charkoni.web.engine.warm import playable

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


BEGINNING = 48
"""Plies of a game of which the board's box is compared in the short run."""

WATCH_BOX = """() => {
  window.boxes = new Set();
  let isDue = false;
  const look = () => {
    isDue = false;
    const { x, y, width, height } = document.querySelector('#board svg').getBoundingClientRect();
    window.boxes.add([x + scrollX, y + scrollY, width, height].map(Math.round).join(' '));
  };
  look();
  new MutationObserver(() => {
    if (!isDue) requestAnimationFrame(look);
    isDue = true;
  }).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
}"""
"""Notes the board's box in every frame that follows a change of the page; frames without one would cost time only."""


@pytest.mark.parametrize("locale", short_run(("en-US", "ru-RU", "tr-TR"), ("ru-RU",)))
@pytest.mark.parametrize("game", short_run(playable(), ("chaupar", "mangala")))
def test_a_telephone_shows_board_and_both_players_at_once(visit, game, locale):
    """Also later in a game, when other counters are shown; there is nothing below the near player but the buttons."""
    visitor = visit(**PHONE, locale=locale)
    visitor.start(game)
    page = visitor.page
    page.evaluate(WATCH_BOX)
    for plies in (0, BEGINNING):
        play_plies(page, plies)
        far, near, dock = (page.locator(each).bounding_box() for each in ("#far", "#near", ".dock"))
        assert far["y"] >= 0
        assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
        if page.locator(".strip").count() > 2:  # cells of 24 px go before: the page may scroll
            assert page.locator("#board svg").bounding_box()["height"] >= 1.27 * 360
            continue
        assert 0 <= dock["y"] - near["y"] - near["height"] <= 8
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    assert len(page.evaluate("[...window.boxes]")) == 1


@pytest.mark.parametrize("locale", short_run(("en-US", "ru-RU", "tr-TR"), ("tr-TR",)))
def test_a_computer_that_thinks_moves_no_board_and_no_name_is_cut(visit, locale):
    """Its strip says that it thinks, on the line that it had; colour, level, team and "you" stay readable."""
    visitor = visit(**PHONE, locale=locale)
    for game in ("mangala", "chaupar"):
        visitor.start(game, "computer")
        page = visitor.page
        page.evaluate(WATCH_BOX)
        play_plies(page, 6)
        assert len(page.evaluate("[...window.boxes]")) == 1
        cut = "(names) => names.filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.textContent)"
        assert page.locator(".strip .name").evaluate_all(cut) == []


@pytest.mark.long  # its twin is the test before this one
@pytest.mark.parametrize("game", playable())
def test_a_board_keeps_its_place_and_size_during_a_whole_game(visit, game):
    """In three languages on a telephone and a desktop, all at the same time."""
    sizes = (PHONE, {"viewport": {"width": 1400, "height": 900}})
    visitors = [visit(**size, locale=locale) for size in sizes for locale in ("en-US", "ru-RU", "tr-TR")]
    for visitor in visitors:
        visitor.start(game)
        visitor.page.evaluate(WATCH_BOX)
    play_whole_games([each.page for each in visitors])
    for visitor in visitors:
        expect(visitor.page.locator("#ending-title")).to_be_visible()
        boxes = visitor.page.evaluate("[...window.boxes]")
        assert len(boxes) == 1, (visitor.page.viewport_size, visitor.page.evaluate("navigator.language"), boxes)


@pytest.mark.parametrize("locale", short_run(("en-US", "ru-RU", "tr-TR"), ("ru-RU",)))
def test_four_players_and_the_dice_fit_on_a_small_telephone(visit, locale):
    """The button of a throw is where the chips will be shown, above the buttons; the page scrolls to what is below."""
    visitor = visit(**PHONE | {"viewport": {"width": 360, "height": 640}}, locale=locale)
    visitor.start("chaupar")
    page = visitor.page
    page.locator("#throw").wait_for()  # until the dice are ready
    bottom = page.locator(".dock").bounding_box()["y"]
    throw, coach = (page.locator(each).bounding_box() for each in ("#throw", "#coach"))
    board = page.locator("#board svg").bounding_box()
    assert board["y"] + board["height"] <= throw["y"]
    assert throw["y"] + throw["height"] <= coach["y"]
    assert throw["y"] + throw["height"] / 2 <= bottom
    assert page.locator(".strip").count() == 4
    for counter in page.locator(".strip .counters > *").all():
        assert counter.bounding_box()["height"] < 25  # one line
    # What a computer of a side does, and the points at the end, need no line of their own.
    height = page.locator("#far").bounding_box()["height"]
    page.evaluate("document.querySelectorAll('.strip .colour').forEach((each) => each.append(' · düşünüyor · away'))")
    assert page.locator("#far").bounding_box()["height"] == height
    page.locator("#throw").click()
    visitor.expect_v(1)


def test_a_finished_game_fits_on_a_telephone(visit):
    """The result lies over the board, above the bar; at an earlier position it gives way to the last sentence."""
    visitor = visit(**PHONE)
    visitor.start("mosty")
    page = visitor.page
    play_plies(page, ALL)
    expect(page.locator("#ending-title")).to_be_visible()
    page.wait_for_function("() => document.documentElement.scrollHeight <= innerHeight")
    card, dock = (page.locator(each).bounding_box() for each in ("#ending", ".dock"))
    assert card["y"] >= 0 and card["y"] + card["height"] <= dock["y"]
    assert dock["y"] + dock["height"] <= PHONE["viewport"]["height"]
    assert page.locator("#coach").bounding_box()["height"] <= 1
    page.locator('.dock [data-act="list"]').click()
    page.locator('.walk [data-act="prev"]').first.click()
    page.wait_for_function("() => document.getElementById('coach').offsetHeight > 40")
    expect(page.locator("#ending-title")).to_be_hidden()
    page.locator('#side header [data-act="list"]').click()
    page.locator('.dock [data-act="ending-result"]').click()
    expect(page.locator("#ending-title")).to_be_visible()


@pytest.mark.long  # the test before this one looks at a finished game, test_table at a long list in a low window
def test_a_full_panel_neither_stretches_the_page_nor_covers_a_player(visit):
    """A long finished game: counters, result and a long list beside the tallest board."""
    visitor = visit()
    visitor.start("banglagor")
    page = visitor.page
    play_plies(page, ALL)
    expect(page.locator("#ending-title")).to_be_visible()
    page.set_viewport_size({"width": 1280, "height": 640})
    page.wait_for_function("() => document.documentElement.scrollHeight <= innerHeight")
    side, near = page.locator("#side").bounding_box(), page.locator("#near").bounding_box()
    assert side["y"] + side["height"] <= near["y"] + 1
    board = page.locator("#board svg").bounding_box()
    assert board["y"] + board["height"] <= 640


LOW = ((568, 320), (844, 390), (320, 256), (320, 180), (256, 320))
"""Telephones that lie, and windows of 1280 x 1024, 1280 x 720 and 1024 x 1280 that are enlarged four times."""
BOXES = """() => {
  const svg = document.querySelector('#board svg'), { width, height } = svg.getBoundingClientRect();
  const box = svg.viewBox.baseVal, scale = Math.min(width / box.width, height / box.height);
  const dock = document.querySelector('.dock').getBoundingClientRect().height, side = document.querySelector('#side');
  const edge = (each) => parseFloat(getComputedStyle(each).borderTopWidth);
  const isSeen = (each) => Math.min(each.offsetHeight, each.offsetWidth) > 8 && edge(each);
  const holds = (each) => each.textContent.trim() || each.querySelector('svg, input, i') || each.matches('input, i');
  const all = [...document.querySelectorAll('main *')];
  return {
    board: Math.max(box.width, box.height) * scale,
    least: Math.min(innerWidth - 12, innerHeight - dock),
    panel: side.offsetLeft < innerWidth / 2 ? 0 : side.offsetWidth / innerWidth,
    over: document.documentElement.scrollWidth - innerWidth,
    empty: all.filter((each) => isSeen(each) && !holds(each)).map((each) => each.id),
  };
}"""
"""The longer side of the board and the least it must have, in px, beside margins of 6 px; the share of a panel beside
it; by how much the page is too wide; boxes with a border that are empty."""
LOW_MS = 20_000


@pytest.mark.parametrize("game", playable())
def test_on_low_and_on_enlarged_pages_the_board_is_as_large_as_the_buttons_leave(visit, game):
    """With a guide that says nothing, too; the page scrolls, but not to the side."""
    visitor = visit(viewport={"width": 568, "height": 320})
    visitor.start(game, "computer", guided="1")
    for width, height in LOW:
        visitor.page.set_viewport_size({"width": width, "height": height})
        visitor.page.wait_for_function(f"() => ({BOXES})().board + 0.5 >= ({BOXES})().least", timeout=LOW_MS)
        found = visitor.page.evaluate(BOXES)
        assert found["panel"] <= 0.4 and found["over"] <= 0 and found["empty"] == [], (width, height, found)


def test_with_the_guide_four_arms_have_cells_of_24_px_on_a_telephone(visit):
    visitor = visit(**PHONE)
    visitor.start("chaupar", "computer", guided="1")
    visitor.page.locator(".guided .remark").first.wait_for()
    side = visitor.page.evaluate("""() => {
      const svg = document.querySelector('#board svg'), { width, height } = svg.getBoundingClientRect();
      const box = svg.viewBox.baseVal, scale = Math.min(width / box.width, height / box.height);
      const [one, other] = ['p1', 'p2'].map((zone) => svg.querySelector(`[data-zone="${zone}"]`).dataset.at.split(' '));
      return scale * Math.hypot(one[0] - other[0], one[1] - other[1]);
    }""")
    assert side >= 24


HIDDEN_CLOCKS = """() => {
  const banner = document.querySelector('#banner');
  banner.hidden = false;
  banner.textContent = 'Connection lost, the clock is running';
  return [...document.querySelectorAll('.clock')].filter((clock) => {
    const { x, y, width, height } = clock.getBoundingClientRect();
    return !width || !clock.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  }).length + (document.querySelectorAll('.clock').length === 2 ? 0 : 10);
}"""
"""Shows the banner, and counts the clocks that are covered or out of sight."""


@pytest.mark.parametrize("game", short_run(("mangala", "barbakan"), ("mangala",)))
def test_neither_the_banner_nor_the_aim_hides_a_clock(visit, game):
    visitor = visit()
    visitor.page.context.clear_cookies(name="charkoni_met")
    address, hidden = visitor.create(game, clock="3+2"), {}
    for width, height in ((320, 568), (360, 640), (414, 896), (568, 320), (768, 1024), (1024, 768), (1400, 900)):
        visitor.page.context.clear_cookies(name="charkoni_met")
        visitor.page.set_viewport_size({"width": width, "height": height})
        visitor.visit(address)
        visitor.ready()
        for is_met in (False, True):
            expect(visitor.page.locator("#meeting")).to_be_visible(visible=not is_met)
            hidden[width, height, is_met] = visitor.page.evaluate(HIDDEN_CLOCKS)
            visitor.page.keyboard.press("Escape")
    assert {size: number for size, number in hidden.items() if number} == {}
