"""Pseudo-localization: every page fits a small telephone in a language whose words are 40 % longer."""

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import running
from tests.browser.pages.test_pages import PAGES, SMALL
from tests.browser.pseudo_locale import make_catalogue, stretched
from tests.browser.visitor import Visitor

from charkoni.tournament.director import Director
from charkoni.tournament.model.players import Person as Entrant
from charkoni.web.engine.warm import playable

pytestmark = pytest.mark.long  # test_pages checks the same pages in the three languages

MORE = ("/events/new", "/t/open", "/t/open/round/1", "/t/open/standings", "/t/open/cross", "/study/mosty", "/puzzles")
DESK = ("/desk", "/desk/entries", "/desk/settings", "/desk/papers", "/desk/staff", "/desk/plan", "/log", "/live")
MISFITS = """() => {
  const found = [];
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) found.push(`the page is ${scrollWidth - clientWidth} px too wide`);
  const style = (each) => getComputedStyle(each).overflowX;
  const scrolls = (each) => each && (/auto|scroll/.test(style(each)) || scrolls(each.parentElement));
  const kinds = 'button, .button, summary, label, nav a, .tag, .strip .name, .strip .colour, h1, h2, h3';
  for (const each of document.querySelectorAll(kinds)) {
    const box = each.getBoundingClientRect();
    if (!each.checkVisibility({ visibilityProperty: true }) || each.closest('.hidden, .skip') || !box.width) continue;
    const text = each.textContent.trim().slice(0, 60);
    const words = document.createTreeWalker(each, NodeFilter.SHOW_TEXT);
    const lines = [];
    while (words.nextNode()) {
      const range = document.createRange();
      range.selectNode(words.currentNode);
      if (!words.currentNode.parentElement.closest('.hidden, select')) lines.push(...range.getClientRects());
    }
    const cut = lines.some(({ left, right, top, bottom }) =>
      left < box.left - 1 || right > box.right + 1 || top < box.top - 4 || bottom > box.bottom + 4);
    const hides = style(each) !== 'visible' && each.scrollWidth > each.clientWidth + 1;
    const beyond = (box.left < -1 || box.right > clientWidth + 1) && !scrolls(each.parentElement);
    if (cut || hides || beyond) found.push(`${each.tagName} ${cut ? 'cut' : hides ? 'hidden' : 'outside'}: ${text}`);
  }
  return found;
}"""
OPEN_ALL = "for (const each of document.querySelectorAll('details')) each.open = true"
SHOW = "(id) => document.getElementById(id).showModal()"
DIALOGS = ("menu", "settings", "share", "type", "help")


def make_event(folder: Path) -> None:
    """Create a tournament whose first round is being played."""
    folder.mkdir()
    settings = {"name": "Open", "seed": "s", "rounds": 3, "start": date.today().isoformat()}
    with Director.create(folder / "open.event", settings, who="Dana") as director:
        for name in ("Жүсіпбекова Айгүл", "İlkay Iğdır", "Bob", "Cem"):
            director.enter(Entrant(name))
        director.close_list()
        director.draft()
        director.publish()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server in the pseudo-language."""
    folder = tmp_path_factory.mktemp("pseudo")
    make_catalogue(folder / "locale")
    make_event(folder / "events")
    yield from running(folder, workers=0, locale=folder / "locale")


@pytest.fixture
def visitor(visit) -> Visitor:
    return visit(viewport=SMALL, has_touch=True, is_mobile=True)


def misfits(page: Page) -> list[str]:
    page.evaluate(OPEN_ALL)
    found: list[str] = page.evaluate(MISFITS)
    return found


def test_all_words_are_longer(visitor):
    visitor.visit("/settings")
    expect(visitor.page.locator("h1")).to_have_text(stretched("Settings"))
    assert len(stretched("Settings")) == 12


def test_long_words_fit_every_page(visitor):
    found = {}
    for path in (*PAGES, *MORE):
        visitor.page.goto(path, wait_until="domcontentloaded")
        found[path] = misfits(visitor.page)
    visitor.errors[:] = [error for error in visitor.errors if "404" not in error and "study.json" not in error]
    assert {path: each for path, each in found.items() if each} == {}


@pytest.mark.parametrize("game", playable())
def test_long_words_fit_every_table(visitor, game):
    visitor.start(game)
    found = {"start": misfits(visitor.page)}
    visitor.play("touch", 3, seed=3)
    found["later"] = misfits(visitor.page)
    assert {when: each for when, each in found.items() if each} == {}


def test_long_words_fit_every_dialog(visitor):
    visitor.start("mangala")
    found = {}
    for dialog in DIALOGS:
        visitor.page.evaluate(SHOW, dialog)
        found[dialog] = misfits(visitor.page)
        visitor.page.keyboard.press("Escape")
    visitor.page.locator('.dock [data-act="list"]').click()
    found["list"] = misfits(visitor.page)
    assert {dialog: each for dialog, each in found.items() if each} == {}


def test_long_words_fit_the_desk_of_an_arbiter(visitor):
    visitor.visit("/events/new")
    page = visitor.page
    page.locator('form[action="/events/new"] input[name=name]').fill("Cup")
    page.locator('form[action="/events/new"] button').click()
    page.wait_for_url("**/desk")
    base, found = page.url.removesuffix("/desk"), {}
    for path in DESK:
        visitor.visit(base + path)
        found[path] = misfits(page)
    assert {path: each for path, each in found.items() if each} == {}
