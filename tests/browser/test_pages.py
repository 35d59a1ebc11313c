"""All pages: no faults for helpers of the blind, no scrolling aside, small, and a game as text without script."""

import gzip
import json
import random
import re

import pytest
from playwright.sync_api import Page, Response, expect

from charkoni.web.engine.warm import playable

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
PAGES = (
    *("/", "/play?game=mosty", "/learn", "/learn/chaupar/1", "/levels", "/rules", "/rules/mangala", "/mine", "/watch"),
    *("/events", "/settings", "/about", "/api/v1/docs", "/nowhere"),
)
SMALL = {"width": 360, "height": 740}
LARGEST_PAGE = 60_000
LARGEST_SCRIPT = 25_000

ASKED = """() => {
  const moves = [...document.querySelectorAll('#moves option')].map((each) => each.value);
  return moves.length || document.querySelector('button[value="throw"]') ? moves : null;
}"""
"""The moves that a page without script offers, none where it asks for a throw; null when the game is over."""


def faults(page: Page, axe: str) -> list[str]:
    """Return what axe finds wrong, in short."""
    page.evaluate(axe)
    found = page.evaluate("(tags) => axe.run({ runOnly: tags })", TAGS)
    return [f"{each['id']}: {each['nodes'][0]['html'][:200]}" for each in found["violations"]]


def overflows(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth"))


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages_have_no_fault(visit, axe, scheme):
    person = visit(color_scheme=scheme)
    found = {}
    for path in PAGES:
        person.page.goto(path, wait_until="domcontentloaded")
        found[path] = faults(person.page, axe)
    person.errors[:] = [error for error in person.errors if "404" not in error]
    assert {path: each for path, each in found.items() if each} == {}


@pytest.mark.parametrize("game", playable())
def test_tables_have_no_fault_at_the_start(visit, axe, game):
    person = visit(viewport=SMALL)
    person.start(game)
    assert not overflows(person.page)
    person.play("click", 3, seed=3)
    assert faults(person.page, axe) == []


@pytest.mark.parametrize("lang", ["ru", "en", "tr"])
def test_pages_fit_a_small_telephone(visit, lang):
    person = visit(locale=lang, viewport=SMALL)
    wide = []
    for path in PAGES:
        person.page.goto(path, wait_until="domcontentloaded")
        if overflows(person.page):
            wide.append(path)
    person.errors[:] = [error for error in person.errors if "404" not in error]
    assert wide == []


@pytest.mark.parametrize("game", playable())
def test_a_cold_game_page_is_small(visit, game):
    """Everything that comes over the wire before the first move, packed as the server packs it."""
    person = visit()
    person.start(game)
    address = person.page.url
    person.page.goto("about:blank")
    answers: list[Response] = []
    person.page.on("response", lambda answer: answers.append(answer))
    person.page.goto(address, wait_until="load")
    person.ready()
    wanted = [answer for answer in answers if answer.request.method == "GET" and answer.ok]
    sizes = {answer.url.rpartition("/")[2]: len(gzip.compress(answer.body(), 6)) for answer in wanted}
    assert "main.js" in sizes and "style.css" in sizes
    script = sum(size for name, size in sizes.items() if name.endswith(".js"))
    assert script <= LARGEST_SCRIPT, json.dumps(sizes)
    assert sum(sizes.values()) <= LARGEST_PAGE, json.dumps(sizes)


@pytest.mark.parametrize("game", playable())
def test_a_game_can_be_played_as_text_without_script(visit, game):
    person = visit(java_script_enabled=False)
    page = person.page
    page.goto("/")
    page.locator(f'form:has(input[name=game][value="{game}"]) button[value="here"]').click()
    page.wait_for_url(re.compile(r"/g/\w+$"))
    page.goto(page.url + "/text")
    said = page.locator("section[aria-labelledby=log] li")
    for ply in range(3):
        if page.locator('button[value="throw"]').count():
            page.locator('button[value="throw"]').click()
        else:
            move = page.locator("#moves option").first.get_attribute("value")
            page.locator('input[name="m"]').fill(move)
            page.locator('button[value="move"]').click()
        expect(said).to_have_count(ply + 1)


@pytest.mark.long
@pytest.mark.parametrize("game", playable())
def test_a_whole_game_can_be_played_as_text_without_script(visit, game):
    person, luck = visit(java_script_enabled=False), random.Random(11)
    page = person.page
    page.goto("/")
    page.locator(f'form:has(input[name=game][value="{game}"]) button[value="here"]').click()
    page.wait_for_url(re.compile(r"/g/\w+$"))
    page.goto(page.url + "/text")
    while (asked := page.evaluate(ASKED)) is not None:
        field = page.locator('input[name="m"]' if asked else 'button[value="throw"]')
        if asked:
            field.fill(luck.choice(asked))
        with page.expect_navigation(wait_until="domcontentloaded"):
            field.press("Enter")
    assert page.locator("section[aria-labelledby=log] li").count() > 5
