"""The queue of plies: plies of computers are shown one after the other, and never far behind."""

import json
from collections.abc import Callable
from itertools import pairwise

import pytest
from playwright.sync_api import Page, expect
from tests.browser.scripted_play import play_plies
from tests.browser.visitor import PATIENCE_MS, Visitor, meet_all_games

PAUSE_MS = 600
MOST_WAITING = 2
PAIRS = 4
MANY = 8
RECORD = """
const { set } = Object.getOwnPropertyDescriptor(WebSocket.prototype, 'onmessage');
window.came = 0;
window.behind = [];
Object.defineProperty(WebSocket.prototype, 'onmessage', { set(handler) {
  set.call(this, handler && (({ data }) => {
    if (JSON.parse(data).type === 'ply') window.came += 1;
    handler({ data: data.replace(/"kind": ?"human"/g, '"kind":"KIND"') });
    setTimeout(() => window.behind.push(window.came - document.querySelectorAll('#log li').length));
  }));
} });
"""
"""Replaces the kind of every seat, and records after every message how many received plies are not shown."""
OBSERVE = """() => {
  window.shown = [];
  const log = document.querySelector('#log');
  new MutationObserver(() => {
    for (const each of [...log.querySelectorAll('button')].slice(window.shown.length)) {
      window.shown.push([performance.now(), Number(each.dataset.seat)]);
    }
  }).observe(log, { childList: true });
}"""


@pytest.fixture
def watched(visit: Callable[..., Visitor]) -> Callable[..., tuple[Page, Page]]:
    """Start a game on one page and watch it on another, with animation, as if played by seats of a kind."""

    def begin(game: str, motion: str, kind: str = "computer") -> tuple[Page, Page]:
        player = visit()
        player.start(game)
        watcher = visit(settings={"motion": f'"{motion}"'}, reduced_motion="no-preference")
        watcher.page.add_init_script(RECORD.replace("KIND", kind))
        watcher.visit(player.page.url)
        watcher.ready()
        watcher.page.evaluate(OBSERVE)
        return player.page, watcher.page

    return begin


def see(page: Page, plies: int) -> None:
    page.wait_for_function("(plies) => window.shown.length >= plies", arg=plies)


def test_a_computer_neither_moves_nor_throws_until_the_previous_ply_has_been_shown(watched):
    player, watcher = watched("chaupar", "fast")
    for plies in range(1, 1 + PAIRS * MOST_WAITING, MOST_WAITING):
        play_plies(player, MOST_WAITING if plies > 1 else 1, seed=plies)
        see(watcher, plies)
    shown = watcher.evaluate("window.shown")
    thrown = [(a, b) for a, b in pairwise(shown) if a[1] >= 0 > b[1]]
    assert thrown, "no throw after a move"
    assert all(b[0] - a[0] >= PAUSE_MS - 1 for a, b in pairwise(shown))


@pytest.mark.long  # the test before this one waits for each ply, too
def test_a_spectator_of_computers_does_not_fall_behind(watched):
    player, watcher = watched("mangala", "slow")
    play_plies(player, MANY)
    see(watcher, MANY)
    assert 0 < max(watcher.evaluate("window.behind")) <= MOST_WAITING


def test_a_ply_of_a_person_ends_the_animation_of_the_previous_one(watched):
    player, watcher = watched("mangala", "slow", kind="human")
    play_plies(player, MANY)
    see(watcher, MANY)
    assert max(watcher.evaluate("window.behind")) == 0


def test_a_ply_restyles_little_of_the_page(watched):
    """Recomputing the styles of the whole page for a ply takes longer than a frame on a slow telephone."""
    player, watcher = watched("chaupar", "fast", kind="human")
    play_plies(player, 1)
    see(watcher, 1)
    page = len(watcher.query_selector_all("*"))
    browser = watcher.context.browser
    browser.start_tracing(page=watcher, categories=["devtools.timeline"])
    play_plies(player, MANY, seed=1)
    see(watcher, 1 + MANY)
    events = json.loads(browser.stop_tracing())["traceEvents"]
    restyled = (each for each in events if each["name"] == "UpdateLayoutTree")
    assert 0 < max(each["args"].get("elementCount", 0) for each in restyled) < page / 4


# --- the computer -----------------------------------------------------------------------------------------------------


def first_plies(page: Page) -> list[tuple[float, int]]:
    """Play a move against the computer; return the times in ms at which the list grew, and its lengths."""
    page.set_default_timeout(PATIENCE_MS)
    page.add_init_script('localStorage.setItem(\'settings\', \'{"motion":"slow","volume":0}\')')
    page.goto("/", wait_until="domcontentloaded")
    page.locator('form:has(input[value="mangala"]) button[value="computer"]').click()
    page.wait_for_selector('[data-zone="a1"].legal')
    expect(page.locator("#far .colour, #near .colour").filter(has_text="is thinking")).to_have_count(0)
    page.evaluate("""() => {
      window.marks = [];
      new MutationObserver(() => window.marks.push([performance.now(), document.querySelectorAll('#log li').length]))
        .observe(document.querySelector('#log'), { childList: true });
    }""")
    page.locator('[data-zone="a1"].legal').click()
    page.wait_for_function("() => window.marks.some(([, count]) => count === 2)", timeout=4 * PATIENCE_MS)
    return page.evaluate("window.marks")


@pytest.mark.long
def test_the_computer_waits_until_the_move_of_the_person_has_been_shown(browser, server_with_computer):
    wires: list[object] = []
    marks: list[tuple[float, int]] = []
    for _ in range(5):  # after a reconnection, as on a busy machine, both moves are shown at once
        wires.clear()
        page = browser.new_page(base_url=server_with_computer)
        meet_all_games(page.context, server_with_computer)
        page.on("websocket", lambda wire: wires.append(wire))
        marks = first_plies(page)
        page.close()
        if len(wires) == 1:
            break
    assert len(wires) == 1
    first = next(at for at, count in marks if count == 1)
    second = next(at for at, count in marks if count == 2)
    assert second - first >= 600 + 1.9 * 440, "four stones, slowly, then the pause"
