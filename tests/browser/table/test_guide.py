"""The guide of a table: the card before the first game, a guided game, the sheet, counters that explain themselves."""

import pytest
from playwright.sync_api import expect
from tests.browser.conftest import running
from tests.browser.scripted_taps import GoodPlay, play_at_once
from tests.browser.visitor import PATIENCE_MS, Visitor, meet_all_games

from charkoni.web.engine.warm import playable

SIZES = ({"width": 360, "height": 740}, {"width": 1400, "height": 900})
STANDS = "() => { const box = document.querySelector('#board svg').viewBox.baseVal; return box.height > box.width; }"
STARTS = {"chaupar": "l2,l5,h2/c4/l1,l6,h2/c4 a ? -"}
"""Where games begin that would take a quarter of an hour from their usual start."""


def test_a_guided_game_begins(visit):
    visitor = visit(has_met=False)
    page = visitor.page
    visitor.start("mangala", "computer")
    card = page.locator("#meeting")
    expect(card).to_contain_text("there are 48, so 25 win")
    expect(card.locator(".layer-nodes .node").first).to_be_attached()
    card.get_by_role("button", name="Next move").click()  # with less motion the picture waits
    expect(card.locator(".caption")).to_contain_text("hole 4")
    card.get_by_role("button", name="Guide me").click()
    page.wait_for_url("**guided=1")
    visitor.ready()
    expect(card).to_have_count(0)
    expect(page.locator(".remark.advice")).to_contain_text("Play hole 4.")
    page.set_viewport_size(SIZES[0])
    page.wait_for_function(STANDS)  # the board is turned, and drawn again
    visitor.ready()
    expect(page.locator(".remark.advice")).to_be_in_viewport(ratio=1)  # nothing of it is cut off
    visitor.click("a4")
    expect(page.locator(".remark.rule", has_text="the same player moves again")).to_be_visible()
    expect(page.locator(".remark.aim")).to_have_count(0)
    page.get_by_role("link", name="Without the guide").click()
    visitor.ready()
    expect(page.locator("#remarks")).to_have_count(0)
    page.locator('[data-act="guide"]').click()
    sheet = page.get_by_role("dialog", name="The aim")
    expect(sheet.get_by_role("link", name="Guide me")).to_be_visible()
    expect(sheet.locator(".legend svg > use").first).to_be_attached()
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    counter = page.locator("#near .counter").first
    counter.focus()
    tip = counter.evaluate("(each) => getComputedStyle(each, '::after').content")
    assert "25 of the 48" in tip
    page.keyboard.press("Escape")
    expect(counter).not_to_be_focused()  # it is shown while the counter has the focus


@pytest.fixture(scope="module")
def guided_server(tmp_path_factory: pytest.TempPathFactory):
    """The address of a server with a computer, for all games."""
    yield from running(tmp_path_factory.mktemp("guided"), workers=1)


@pytest.mark.long
@pytest.mark.parametrize("game", playable())
def test_a_guided_game_is_played_to_its_end(browser, guided_server, game):
    """In three languages and two sizes, all at the same time.

    The guided player follows the marks, else plays well; every sentence has its words, none has a gap.
    """
    contexts = [
        browser.new_context(base_url=guided_server, viewport=size, locale=lang, reduced_motion="reduce")
        for size in SIZES
        for lang in ("ru", "en", "tr")
    ]
    visitors = []
    for seed, context in enumerate(contexts):
        context.set_default_timeout(PATIENCE_MS)
        context.add_init_script('localStorage.setItem(\'settings\', \'{"motion":"off","volume":0}\')')
        meet_all_games(context, guided_server)
        visitor = Visitor(context.new_page())
        visitor.start(game, "computer", level="1", guided="1", start=STARTS.get(game, ""))
        visitor.page.expose_function("choose", GoodPlay(game, seed, STARTS.get(game, "")).choose)
        expect(visitor.page.locator(".remark").first).to_be_in_viewport(ratio=1)
        visitors.append(visitor)
    played = play_at_once([each.page for each in visitors], range(len(visitors)), "guided", 10 * PATIENCE_MS)
    for visitor, (said, taps) in zip(visitors, played, strict=True):
        assert taps >= 5
        assert visitor.errors == []
        assert len(said) >= 5
        assert [text for text in said if "{" in text or "  " in text] == []
        assert visitor.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for context in contexts:
        context.close()
