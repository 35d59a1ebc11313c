"""Screenshots of tables, for the eye: python -m tests.browser.screenshots [--to FOLDER] [--games gana]

Every board in every theme and size at the start, in the middle and at the end, and a contact sheet for each board and
size: themes beside each other, phases below each other.  Games are random, the same ones every time.
"""

import argparse
import io
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, BrowserContext, expect, sync_playwright
from tests.browser.conftest import CHROMIUM, FLAGS, HEADLESS_SHELL, running
from tests.browser.scripted_play import ALL, play_plies
from tests.browser.visitor import PATIENCE_MS, Visitor, meet_all_games

from charkoni.graphics.themes import THEMES
from charkoni.web.engine.warm import playable
from charkoni.web.http.site import THEME_COOKIE

SIZES: dict[str, dict[str, Any]] = {
    "360": {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True},
    "1400": {"viewport": {"width": 1400, "height": 900}},
}
PHASES = {"start": 0, "middle": 24, "late": 60, "end": ALL}
"""The plies that are played before a screenshot."""
CHOICES = {
    "games": list(playable()),
    "languages": ["en"],
    "themes": list(THEMES),
    "sizes": list(SIZES),
    "phases": list(PHASES),
}
"""The options of the command, with what is usual: all, in English."""
SHEET_WIDTH = {"360": 360, "1400": 560}
"""The width of a screenshot on a contact sheet."""
GAP = 8


@contextmanager
def opened(browser: Browser, server: str, language: str, **options: Any) -> Iterator[BrowserContext]:
    """A context in which nothing moves and no card presents a game."""
    context = browser.new_context(base_url=server, locale=language, reduced_motion="reduce", **options)
    context.set_default_timeout(PATIENCE_MS)
    context.add_init_script('localStorage.setItem(\'settings\', \'{"motion":"off","volume":0}\')')
    meet_all_games(context, server)
    try:
        yield context
    finally:
        context.close()


def tables(browser: Browser, server: str, language: str, game: str, phases: list[str]) -> tuple[dict[str, str], Any]:
    """Play a game to some phases; return the addresses of the tables by phase, and the cookies of the player."""
    found = {}
    with opened(browser, server, language) as context:
        visitor = Visitor(context.new_page())
        for phase in phases:
            visitor.start(game)
            if PHASES[phase]:
                play_plies(visitor.page, PHASES[phase])
            found[phase] = visitor.page.url
        return found, context.storage_state()


def photograph(browser: Browser, server: str, language: str, game: str, args: argparse.Namespace) -> None:
    """Write the screenshots and contact sheets of a board."""
    addresses, state = tables(browser, server, language, game, args.phases)
    for size in args.sizes:
        rows: list[list[Image.Image]] = []
        with opened(browser, server, language, storage_state=state, **SIZES[size]) as context:
            visitor = Visitor(context.new_page())
            for phase, address in addresses.items():
                rows.append([])
                for theme in args.themes:
                    context.add_cookies([{"name": THEME_COOKIE, "value": theme, "url": server}])
                    visitor.visit(address)
                    visitor.ready()
                    if visitor.page.locator("#table").get_attribute("data-turn") == "over":
                        expect(visitor.page.locator("#ending-title")).to_be_visible()
                    content = visitor.page.screenshot()
                    (args.to / f"{game}-{language}-{size}-{phase}-{theme}.png").write_bytes(content)
                    rows[-1].append(Image.open(io.BytesIO(content)).convert("RGB"))
            assert visitor.errors == [], visitor.errors
        sheet(rows, SHEET_WIDTH[size]).save(args.to / f"sheet-{game}-{language}-{size}.png")
        print(f"{game} {language} {size}", flush=True)


def sheet(rows: list[list[Image.Image]], width: int) -> Image.Image:
    """Return pictures of one size as a table of rows and columns."""
    height = rows[0][0].height * width // rows[0][0].width
    whole = Image.new("RGB", (len(rows[0]) * (width + GAP) - GAP, len(rows) * (height + GAP) - GAP), "#777")
    for down, row in enumerate(rows):
        for across, picture in enumerate(row):
            small = picture.resize((width, height), Image.Resampling.LANCZOS)
            whole.paste(small, (across * (width + GAP), down * (height + GAP)))
    return whole


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--to", type=Path, default=Path("build/screenshots"), metavar="FOLDER")
    for name, usual in CHOICES.items():
        parser.add_argument(f"--{name}", type=lambda text: text.split(","), default=usual, help=",".join(usual))
    args = parser.parse_args()
    args.to.mkdir(parents=True, exist_ok=True)
    program = next(each for each in (HEADLESS_SHELL, CHROMIUM) if Path(each).exists())
    with TemporaryDirectory() as folder, contextmanager(running)(Path(folder), 0) as server, sync_playwright() as tools:
        browser = tools.chromium.launch(executable_path=program, args=FLAGS, timeout=4 * PATIENCE_MS)
        for language in args.languages:
            for game in args.games:
                photograph(browser, server, language, game, args)
        browser.close()


if __name__ == "__main__":
    main()
