"""The page in Firefox and WebKit: a game is begun and played by mouse."""

import random
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from tests.browser import webdriver
from tests.browser.visitor import FREE, MIDDLE, OPTIONS, READY
from tests.browser.webdriver import Tab
from tests.installation import alone, install_packages

from charkoni.web.engine.warm import playable
from charkoni.web.pages.table.guide import MET_COOKIE

PLIES, MOST_TAPS = 3, 40
STATE = "['v', 'prefix'].map((name) => document.querySelector('#table').dataset[name])"
MIDDLE_OF = """(path) => {
  const button = document.querySelector(path);
  button.scrollIntoView({ block: 'nearest' });
  const box = button.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}"""
WAYS = {
    "firefox": (webdriver.firefox, ("firefox-esr",), lambda: webdriver.FIREFOX.exists()),
    "webkit": (
        webdriver.webkit,
        ("webkit2gtk-driver", "xvfb"),
        lambda: webdriver.WEBKIT_DRIVER.exists() and webdriver.SCREEN.exists() and webdriver.mini_browser() is not None,
    ),
}


@pytest.fixture(scope="module", params=WAYS)
def tab(request: pytest.FixtureRequest) -> Iterator[Tab]:
    """A page in a browser; installed from the system's packages when it is missing and that is allowed."""
    opened, packages, is_there = WAYS[request.param]
    with alone(request.param):
        if not is_there():
            install_packages(*packages)
    if not is_there():
        pytest.skip(f"needs {request.param}; on Debian and Ubuntu: apt install {' '.join(packages)}")
    with opened() as found:
        yield found


def until(condition: Callable[[], bool]) -> None:
    """Wait until a condition holds."""
    end = time.monotonic() + webdriver.PATIENCE_S
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.1)


def steady(tab: Tab) -> dict[str, Any]:
    """Return the options of the player once they stay the same for 0.3 s: after a throw the chips appear late."""
    before, now = None, tab.value(f"({OPTIONS})()")
    while now != before or not (now["over"] or now["throws"] or now["zones"] or now["chips"]):
        time.sleep(0.3)
        before, now = now, tab.value(f"({OPTIONS})()")
    options: dict[str, Any] = now
    return options


def is_answered(tab: Tab, options: dict[str, Any]) -> bool:
    """Return whether a tap has changed the position or the choice; until then there is no further tap."""
    v, prefix = tab.value(STATE)
    return int(v) != options["v"] or bool(set(prefix.split()) - set(options["chosen"]))


@pytest.mark.long  # test_random_games plays in Chromium
@pytest.mark.parametrize("game", playable())
def test_a_game_is_played_by_mouse(tab: Tab, server: str, game: str) -> None:
    luck = random.Random(game)
    tab.go(server)
    tab.value(f"document.cookie = '{MET_COOKIE}={game}; path=/'")
    form = f"""document.querySelector('input[name=game][value="{game}"]').form"""
    tab.value(f"""{form}.querySelector('button[value="here"]').click()""")
    until(lambda: tab.value("location.pathname.startsWith('/g/')") and tab.value(f"({READY})()"))
    started = tab.value(f"({OPTIONS})()")["v"]
    for _ in range(MOST_TAPS):
        until(lambda: tab.value(f"({FREE})()"))
        options = steady(tab)
        if options["over"] or options["v"] >= started + PLIES:
            break
        tab.click(*spot(tab, options, luck))
        until(lambda options=options: is_answered(tab, options))
    assert tab.value(f"({OPTIONS})()")["v"] >= started + PLIES
    assert tab.value("document.querySelectorAll('#log li').length") >= 1


def spot(tab: Tab, options: dict[str, Any], luck: random.Random) -> list[float]:
    """Return the point of the next click: the button of a due throw, else a zone or a chip."""
    if options["throws"]:
        point: list[float] = tab.value(f"({MIDDLE_OF})('#throw')")
        return point
    chosen = luck.choice([*options["zones"], *options["chips"]])
    if chosen in options["zones"]:
        point = tab.value(f"({MIDDLE})({chosen!r})")
    else:
        point = tab.value(f"({MIDDLE_OF})('#chips [data-value=\"{chosen}\"]')")
    return point
