"""All pages: accessibility by axe, no horizontal scrolling, sizes, and a game as text without scripts."""

import gzip
import json
import random
import re
from collections.abc import Sequence

import pytest
from playwright.sync_api import Page, Response, expect
from tests.browser.visitor import Visitor
from tests.sampling import short_run

from charkoni.graphics.themes import THEMES
from charkoni.web.engine.warm import playable
from charkoni.web.http.site import THEME_COOKIE

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
PAGES = (
    *("/", "/play?game=mosty", "/learn", "/learn/chaupar/1", "/levels", "/rules", "/rules/mangala", "/mine", "/watch"),
    *("/events", "/settings", "/about", "/api/v1/docs", "/nowhere"),
)
KINDS_OF_PAGES = ("/", "/play?game=mosty", "/learn/chaupar/1", "/levels", "/rules/mangala", "/events", "/settings")
SMALL = {"width": 360, "height": 740}
LARGEST_PAGE = 60_000
LARGEST_SCRIPT = 25_000
LARGEST = ("banglagor", "chaupar")
"""The games with the largest pages."""

LEGAL_MOVES = """() => {
  const moves = [...document.querySelectorAll('#moves option')].map((each) => each.value);
  return moves.length || document.querySelector('button[value="throw"]') ? moves : null;
}"""
"""The legal moves of a page without scripts, [] where a throw is due, null when the game is over."""


FAULTS = """async (only) => {
  const { violations } = await axe.run({ runOnly: only, resultTypes: ['violations'] });
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 200)}`);
}"""
"""Runs axe.  What it passes is not listed and not sent, which took more time than the checks."""


def faults(page: Page, axe: str, only: Sequence[str] = TAGS) -> list[str]:
    """Return the violations that axe finds, in short.  only: the tags or names of its rules."""
    page.evaluate(axe)
    found: list[str] = page.evaluate(FAULTS, list(only))
    return found


def overflows(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth"))


def faults_by_path(
    visitor: Visitor, axe: str, only: Sequence[str], paths: Sequence[str] = PAGES
) -> dict[str, list[str]]:
    found = {}
    for path in paths:
        visitor.page.goto(path, wait_until="domcontentloaded")
        found[path] = faults(visitor.page, axe, only)
    visitor.errors[:] = [error for error in visitor.errors if "404" not in error]
    return {path: each for path, each in found.items() if each}


def test_pages_have_no_accessibility_faults(visit, axe):
    assert faults_by_path(visit(color_scheme="light"), axe, TAGS, KINDS_OF_PAGES) == {}


@pytest.mark.long
def test_all_pages_have_no_accessibility_faults(visit, axe):
    assert faults_by_path(visit(color_scheme="light"), axe, TAGS) == {}


def test_pages_have_enough_contrast_in_the_dark(visit, axe):
    """Only one rule depends on the colours."""
    assert faults_by_path(visit(color_scheme="dark"), axe, ["color-contrast"], KINDS_OF_PAGES[:3]) == {}


@pytest.mark.long  # its twins: the test before this one, and tests/web/test_palettes.py
@pytest.mark.parametrize("theme", THEMES)
def test_all_pages_have_enough_contrast_in_all_themes(visit, axe, server, theme):
    visitor = visit()
    visitor.page.context.add_cookies([{"name": THEME_COOKIE, "value": theme, "url": server}])
    assert faults_by_path(visitor, axe, ["color-contrast"]) == {}


@pytest.mark.parametrize("game", short_run(playable(), ("gana",)))
def test_tables_have_no_accessibility_faults_at_the_start(visit, axe, game):
    visitor = visit(viewport=SMALL)
    visitor.start(game)
    assert not overflows(visitor.page)
    visitor.play("click", 3, seed=3)
    assert faults(visitor.page, axe) == []


@pytest.mark.parametrize("lang", short_run(("ru", "en", "tr"), ("ru",)))
def test_pages_fit_a_small_telephone(visit, lang):
    visitor = visit(locale=lang, viewport=SMALL)
    wide = []
    for path in PAGES:
        visitor.page.goto(path, wait_until="domcontentloaded")
        if overflows(visitor.page):
            wide.append(path)
    visitor.errors[:] = [error for error in visitor.errors if "404" not in error]
    assert wide == []


@pytest.mark.parametrize("game", short_run(playable(), LARGEST))
def test_a_cold_game_page_is_small(visit, game):
    """All responses before the first move, compressed as by the server."""
    visitor = visit()
    visitor.start(game)
    address = visitor.page.url
    visitor.page.goto("about:blank")
    answers: list[Response] = []
    visitor.page.on("response", lambda answer: answers.append(answer))
    visitor.page.goto(address, wait_until="load")
    visitor.ready()
    wanted = [answer for answer in answers if answer.request.method == "GET" and answer.ok]
    sizes = {answer.url.rpartition("/")[2]: len(gzip.compress(answer.body(), 6)) for answer in wanted}
    assert "main.js" in sizes and "style.css" in sizes
    script = sum(size for name, size in sizes.items() if name.endswith(".js"))
    assert script <= LARGEST_SCRIPT, json.dumps(sizes)
    assert sum(sizes.values()) <= LARGEST_PAGE, json.dumps(sizes)


def give_words(page: Page) -> None:
    """Give a word for the dice wherever a page without scripts asks for one."""
    while page.locator('button[value="prepare"], input[name="word"]').count():
        with page.expect_navigation(wait_until="domcontentloaded"):
            if page.locator('input[name="word"]').count():
                page.locator('input[name="word"]').fill("lantern")
                page.locator('button[value="word"]').click()
            else:
                page.locator('button[value="prepare"]').click()


def begin_as_text(page, game):
    """Begin a game on this device and open its page without a board."""
    page.goto(f"/play?game={game}")
    page.locator('button[value="here"]').click()
    page.wait_for_url(re.compile(r"/g/\w+$"))
    page.goto(page.url + "/text")
    give_words(page)


@pytest.mark.parametrize("game", short_run(playable(), ("chaupar",)))
def test_a_game_can_be_played_as_text_without_script(visit, game):
    visitor = visit(java_script_enabled=False, viewport=SMALL)
    page = visitor.page
    begin_as_text(page, game)
    plies = page.locator("section[aria-labelledby=log] li")
    for ply in range(3):
        if page.locator('button[value="throw"]').count():
            page.locator('button[value="throw"]').click()
        else:
            move = page.locator("#moves option").first.get_attribute("value")
            page.locator('input[name="m"]').fill(move)
            page.locator('button[value="move"]').click()
        expect(plies).to_have_count(ply + 1)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.long
@pytest.mark.parametrize("game", playable())
def test_a_whole_game_can_be_played_as_text_without_script(visit, game):
    visitor, luck = visit(java_script_enabled=False), random.Random(11)
    page = visitor.page
    begin_as_text(page, game)
    while (moves := page.evaluate(LEGAL_MOVES)) is not None:
        field = page.locator('input[name="m"]' if moves else 'button[value="throw"]')
        if moves:
            field.fill(luck.choice(moves))
        with page.expect_navigation(wait_until="domcontentloaded"):
            field.press("Enter")
    assert page.locator("section[aria-labelledby=log] li").count() > 5
