"""Panels of a table: whose turn it is, on the tab and beside the board, and counters as bars."""

import re

import pytest
from playwright.sync_api import expect


def test_the_tab_shows_whose_turn_it_is(visit):
    one, two = visit(), visit()
    one.start("mosty", "friend")
    link = one.page.locator(".invite input").input_value()
    two.page.goto(link)
    two.page.locator("form.join button").first.click()
    two.ready()
    one.page.wait_for_selector("#board .zone.legal, #table[data-turn=open]")
    mover, other = (one, two) if one.options()["zones"] else (two, one)
    expect(mover.page).to_have_title(re.compile("^●"))
    expect(other.page).to_have_title(re.compile("^[^●]"))
    icon = "document.querySelector('link[rel=icon]').href.endsWith('icon-turn.svg')"
    assert mover.page.evaluate(icon) and not other.page.evaluate(icon)
    mover.click(mover.options()["zones"][7])
    expect(other.page).to_have_title(re.compile("^●"))
    expect(mover.page).to_have_title(re.compile("^[^●]"))


def test_the_turn_has_the_colour_of_its_side(visit):
    visitor = visit()
    visitor.start("mangala")
    edge = "getComputedStyle(document.querySelector('.strip.turn')).borderLeftColor"
    red = visitor.page.evaluate(edge)
    expect(visitor.page.locator(".strip.turn")).to_have_attribute("data-colour", "red")
    visitor.click("a1")
    expect(visitor.page.locator(".strip.turn")).to_have_attribute("data-colour", "green")
    assert visitor.page.evaluate(edge) != red


def test_the_score_is_a_bar_with_its_goal(visit):
    visitor = visit()
    visitor.start("mangala")
    assert visitor.page.locator(".strip .bar").count() == 2
    visitor.click("a4")
    visitor.settled(0)
    bar = visitor.page.locator("#near .bar")
    assert float(bar.evaluate("(each) => each.style.getPropertyValue('--part')")) == pytest.approx(1 / 48)
    assert float(bar.evaluate("(each) => each.style.getPropertyValue('--goal')")) == 0.5


def test_the_empty_list_of_moves_says_what_the_game_is_about(visit):
    visitor = visit()
    visitor.start("mangala")
    opening = visitor.page.locator("#opening")
    expect(opening.locator("p").first).to_contain_text("stones")
    expect(opening.locator(".opening-hint")).to_contain_text("hole 4")
    expect(opening.locator(".opening-signs li").first).to_be_visible()
    box = visitor.page.locator(".log-box").bounding_box()
    assert opening.locator("p").first.bounding_box()["y"] >= box["y"]
    visitor.click("a4")
    visitor.settled(0)
    expect(opening).to_be_hidden()


CONTRAST = """() => {
  const style = getComputedStyle(document.querySelector('#log [aria-current]'));
  const light = (colour) => colour.match(/[\\d.]+/g).slice(0, 3).map((part) => part / 255)
    .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
    .reduce((sum, part, i) => sum + part * [0.2126, 0.7152, 0.0722][i], 0);
  const [a, b] = [light(style.color), light(style.backgroundColor)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_throw_that_is_being_played_can_be_read(visit, scheme):
    visitor = visit(color_scheme=scheme)
    visitor.start("chaupar")
    visitor.expect_sentence("to throw")
    visitor.page.locator("#throw").click()
    expect(visitor.page.locator('#log [aria-current][data-seat="-1"]')).to_be_visible()
    assert visitor.page.evaluate(CONTRAST) >= 4.5
