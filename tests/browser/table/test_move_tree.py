"""The tree of moves: the last ply is repeated, variations are listed where they leave the game."""

import re

from playwright.sync_api import expect

SHOWN = "[...document.querySelectorAll('.layer-nodes .node')].map((each) => each.outerHTML).join('')"


def test_the_last_move_can_be_repeated_after_a_reload(visit):
    visitor = visit(settings={"motion": '"slow"'}, reduced_motion="no-preference")
    visitor.start("mangala")
    visitor.click("a4")
    visitor.settled(0)
    visitor.page.reload(wait_until="domcontentloaded")
    visitor.ready()
    after = visitor.page.evaluate(SHOWN)
    visitor.page.locator('.walk [data-act="repeat"]').click()
    visitor.page.wait_for_function("(after) => " + SHOWN + " !== after", arg=after)
    visitor.page.wait_for_function("(after) => " + SHOWN + " === after", arg=after)


def test_variations_are_listed_where_they_leave_the_game(visit):
    visitor = visit()
    visitor.start_with_plies()
    page = visitor.page
    for ply, zone in (("1", "b3"), ("2", "a5"), ("1", "b5")):
        page.locator(f'#log [data-act="ply"][data-value="{ply}"]').click()
        page.wait_for_selector(f'#board .zone.legal[data-zone="{zone}"]')
        visitor.click(zone)
        expect(page.locator("#log .line [aria-current]")).to_contain_text(f"1: {zone[1]}")
    texts = [re.sub(r"\s+", " ", text) for text in page.locator("#log li").all_inner_texts()]
    assert texts == ["1", "1: 3", "1: 5", "2", "1: 5", "3"]


def test_a_motion_that_is_ended_by_another_place_leaves_no_position_behind(visit):
    visitor = visit(settings={"motion": '"slow"'}, reduced_motion="no-preference")
    visitor.start_with_plies()
    page, first = visitor.page, visitor.page.locator('.walk [data-act="first"]')
    page.locator('#log [data-act="ply"][data-value="1"]').click()
    page.wait_for_selector("#board .zone.legal")
    page.route("**/explore.json*", lambda route: None)  # what the page knows itself has to do
    page.locator('#log [data-act="ply"][data-value="2"]').click()
    page.wait_for_function("() => document.getAnimations().some(({ playState }) => playState === 'running')")
    first.click()
    page.wait_for_function("() => !document.getAnimations().some(({ playState }) => playState === 'running')")
    shown = page.evaluate(SHOWN)
    page.unroute("**/explore.json*")
    first.click()
    page.wait_for_selector("#board .zone.legal")
    assert page.evaluate(SHOWN) == shown
