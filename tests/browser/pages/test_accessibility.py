"""Accessibility of tables, checked by axe: at the start, in the middle and at the end, in all themes."""

import json
import re
from collections.abc import Collection
from pathlib import Path

import pytest
from playwright.sync_api import expect
from tests.browser.pages.test_pages import SMALL, TAGS
from tests.browser.scripted_play import ALL, play_plies, resign
from tests.browser.visitor import Visitor
from tests.sampling import short_run

from charkoni.graphics.themes import THEMES
from charkoni.web.engine.warm import playable
from charkoni.web.http.texts import DICE_PREPARED

KNOWN = json.loads(Path(__file__).with_name("axe_incomplete.json").read_text(encoding="utf-8"))
"""The findings that axe cannot decide, by rule and element, with the result of a manual review."""
MIDDLE = 24
LATER = ("chaupar",)
"""The game that is checked in the middle and at the end in the short run; test_pages checks the start of others."""
WIDE = {"width": 1280, "height": 800}
CHECK = """async ([tags, theme]) => {
  document.documentElement.dataset.theme = theme;
  const { violations, incomplete } = await axe.run({ runOnly: tags, resultTypes: ['violations', 'incomplete'] });
  const named = (each) => each.nodes.map(({ html }) => [each.id, html.slice(0, 200)]);
  const numbers = (colour) => colour.match(/[\\d.]+/g).map(Number);
  const luminance = (colour) => numbers(colour).slice(0, 3)
    .map((part) => part / 255)
    .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
    .reduce((sum, part, i) => sum + part * [0.2126, 0.7152, 0.0722][i], 0);
  const ground = (element) => {
    const { backgroundColor } = getComputedStyle(element);
    const [, , , opacity = 1] = numbers(backgroundColor);
    return opacity === 1 || !element.parentElement ? backgroundColor : ground(element.parentElement);
  };
  const contrast = (element) => {
    const both = [getComputedStyle(element).color, ground(element)].map(luminance);
    return (Math.max(...both) + 0.05) / (Math.min(...both) + 0.05);
  };
  const isMeasured = (id, { target }) => {
    const element = id === 'color-contrast' && document.querySelector(target[0]);
    return element instanceof HTMLElement && contrast(element) >= 4.5;
  };
  const undecided = incomplete.map(({ id, nodes }) => ({ id, nodes: nodes.filter((node) => !isMeasured(id, node)) }));
  return [violations.flatMap(named), undecided.flatMap(named)];
}"""
"""Checks a page in a theme.  Where axe does not see the ground of a text, since something lies over it or beside it,
the contrast with the colour behind the text is measured: that of the nearest element that has one.
"""


def kind(rule: str, html: str) -> str:
    """Return a finding that axe could not decide, without the parts that differ from board to board."""
    tag, attributes = re.match(r"<([\w-]+)([^>]*)", html).groups()
    classes = re.search(r'class="([^"]*)"', attributes)
    return f"{rule}: {tag}{'.' + classes[1].replace(' ', '.') if classes else ''}"


def expect_no_fault(visitor: Visitor, axe: str, theme: str, where: str) -> None:
    visitor.page.emulate_media(reduced_motion="reduce")
    visitor.page.wait_for_load_state("domcontentloaded")  # a click ends when the next page begins, not when it is there
    visitor.page.evaluate(axe)
    violations, incomplete = visitor.page.evaluate(CHECK, [TAGS, theme])
    assert violations == [], where
    assert {kind(*each) for each in incomplete} - KNOWN.keys() == set(), where


def check_after_reload(visitor: Visitor, axe: str, themes: Collection[str], where: str) -> None:
    """Check the page after a reload."""
    visitor.page.reload(wait_until="domcontentloaded")
    visitor.ready()
    expect(visitor.page.locator("main")).not_to_contain_text(
        DICE_PREPARED
    )  # the button that throws makes the page higher
    # A board of four arms lets a telephone scroll.  There nothing lies under the bar of buttons, which stays in sight:
    # of a button that is half under it only the other half would be measured.
    visitor.page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    for theme in themes:
        expect_no_fault(visitor, axe, theme, f"{where} {theme}")


@pytest.mark.parametrize("game", short_run(playable(), LATER))
def test_tables_have_no_accessibility_faults_in_the_middle_and_at_the_end(visit, axe, game):
    visitor = visit(viewport=SMALL)
    visitor.start(game)
    play_plies(visitor.page, MIDDLE)
    check_after_reload(visitor, axe, ("light",), f"{game} middle")
    resign(visitor.page)
    check_after_reload(visitor, axe, ("dark",), f"{game} end")


@pytest.mark.long
@pytest.mark.parametrize("viewport", [SMALL, WIDE], ids=["small", "wide"])
@pytest.mark.parametrize("game", playable())
def test_tables_never_have_an_accessibility_fault(visit, axe, game, viewport):
    visitor = visit(viewport=viewport)
    visitor.start(game)
    check_after_reload(visitor, axe, THEMES, f"{game} start")
    play_plies(visitor.page, MIDDLE)
    check_after_reload(visitor, axe, THEMES, f"{game} middle")
    play_plies(visitor.page, ALL)
    check_after_reload(visitor, axe, THEMES, f"{game} end")
