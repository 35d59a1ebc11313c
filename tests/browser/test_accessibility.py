"""Accessibility of tables, checked by axe: at the start, in the middle and at the end, in light and dark."""

import json
import re
from pathlib import Path

import pytest
from tests.browser.scripted_play import ALL, play_plies, resign
from tests.browser.test_pages import SMALL, TAGS
from tests.browser.visitor import Visitor
from tests.sampling import few

from charkoni.web.engine.warm import playable

KNOWN = json.loads(Path(__file__).with_name("axe_incomplete.json").read_text(encoding="utf-8"))
"""The findings that axe cannot decide, by rule and element, with the result of a manual review."""
MIDDLE = 24
LATER = ("chaupar",)
"""The game that is checked in the middle and at the end in the short run; test_pages checks the start of others."""
SCHEMES = ("light", "dark")
WIDE = {"width": 1280, "height": 800}
CHECK = """async (tags) => {
  const { violations, incomplete } = await axe.run({ runOnly: tags });
  const named = (each) => each.nodes.map(({ html }) => [each.id, html.slice(0, 200)]);
  return [violations.flatMap(named), incomplete.flatMap(named)];
}"""


def kind(rule: str, html: str) -> str:
    """Return a finding that axe could not decide, without the parts that differ from board to board."""
    tag, attributes = re.match(r"<([\w-]+)([^>]*)", html).groups()
    classes = re.search(r'class="([^"]*)"', attributes)
    return f"{rule}: {tag}{'.' + classes[1].replace(' ', '.') if classes else ''}"


def expect_no_fault(visitor: Visitor, axe: str, scheme: str, where: str) -> None:
    visitor.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    visitor.page.evaluate(axe)
    violations, incomplete = visitor.page.evaluate(CHECK, TAGS)
    assert violations == [], where
    assert {kind(*each) for each in incomplete} - KNOWN.keys() == set(), where


def check_after_reload(visitor: Visitor, axe: str, schemes: tuple[str, ...], where: str) -> None:
    """Check the page after a reload."""
    visitor.page.reload(wait_until="domcontentloaded")
    visitor.ready()
    for scheme in schemes:
        expect_no_fault(visitor, axe, scheme, f"{where} {scheme}")


@pytest.mark.parametrize("game", few(playable(), LATER))
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
    check_after_reload(visitor, axe, SCHEMES, f"{game} start")
    play_plies(visitor.page, MIDDLE)
    check_after_reload(visitor, axe, SCHEMES, f"{game} middle")
    play_plies(visitor.page, ALL)
    check_after_reload(visitor, axe, SCHEMES, f"{game} end")
