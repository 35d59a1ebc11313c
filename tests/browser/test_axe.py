"""Tables have no fault for helpers of the blind: at the start, in the middle and at the end, by day and by night."""

import json
import re
from pathlib import Path

import pytest
from tests.browser.hurry import ALL, hurry, resign
from tests.browser.people import Person
from tests.browser.test_pages import SMALL, TAGS

from charkoni.web.engine.warm import playable

KNOWN = json.loads(Path(__file__).with_name("incomplete.json").read_text(encoding="utf-8"))
"""What axe leaves to people to judge, by rule and element, with what they found.  A new line is looked at first."""
MIDDLE = 24
SCHEMES = ("light", "dark")
WIDE = {"width": 1280, "height": 800}
CHECK = """async (tags) => {
  const { violations, incomplete } = await axe.run({ runOnly: tags });
  const named = (each) => each.nodes.map(({ html }) => [each.id, html.slice(0, 200)]);
  return [violations.flatMap(named), incomplete.flatMap(named)];
}"""


def kind(rule: str, html: str) -> str:
    """Return what axe could not decide without what differs from board to board."""
    tag, attributes = re.match(r"<([\w-]+)([^>]*)", html).groups()
    classes = re.search(r'class="([^"]*)"', attributes)
    return f"{rule}: {tag}{'.' + classes[1].replace(' ', '.') if classes else ''}"


def expect_no_fault(person: Person, axe: str, scheme: str, where: str) -> None:
    person.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    person.page.evaluate(axe)
    violations, incomplete = person.page.evaluate(CHECK, TAGS)
    assert violations == [], where
    assert {kind(*each) for each in incomplete} - KNOWN.keys() == set(), where


def look_again(person: Person, axe: str, schemes: tuple[str, ...], where: str) -> None:
    """Look at what the page shows after a reload."""
    person.page.reload(wait_until="domcontentloaded")
    person.ready()
    for scheme in schemes:
        expect_no_fault(person, axe, scheme, f"{where} {scheme}")


@pytest.mark.parametrize("game", playable())
def test_tables_have_no_fault_in_the_middle_and_at_the_end(visit, axe, game):
    person = visit(viewport=SMALL)
    person.start(game)
    hurry(person.page, MIDDLE)
    look_again(person, axe, ("light",), f"{game} middle")
    resign(person.page)
    look_again(person, axe, ("dark",), f"{game} end")


@pytest.mark.long
@pytest.mark.parametrize("viewport", [SMALL, WIDE], ids=["small", "wide"])
@pytest.mark.parametrize("game", playable())
def test_tables_never_have_a_fault(visit, axe, game, viewport):
    person = visit(viewport=viewport)
    person.start(game)
    look_again(person, axe, SCHEMES, f"{game} start")
    hurry(person.page, MIDDLE)
    look_again(person, axe, SCHEMES, f"{game} middle")
    hurry(person.page, ALL)
    look_again(person, axe, SCHEMES, f"{game} end")
