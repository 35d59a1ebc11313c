"""A visitor: a page in a context of its own, with actions at a table by mouse, touch and keyboard."""

import random
import re
from typing import Any

from playwright.sync_api import BrowserContext, ConsoleMessage, Page, expect

from charkoni.web.engine.warm import playable
from charkoni.web.pages.table.guide import MET_COOKIE

READY = "() => document.querySelector('#table')?.dataset.ready === 'yes'"
OPTIONS = """() => ({
  zones: [...document.querySelectorAll('#board .zone.legal')].map((zone) => zone.dataset.zone),
  chips: [...document.querySelectorAll('#chips .chip')].map((chip) => chip.dataset.value),
  chosen: [...document.querySelectorAll('#board .zone[aria-pressed=true]')].map((zone) => zone.dataset.zone),
  throws: !document.querySelector('#throw').hidden,
  over: ['over', 'called-off'].includes(document.querySelector('#table').dataset.turn),
  v: Number(document.querySelector('#table').dataset.v),
  prefix: document.querySelector('#table').dataset.prefix ?? '',
})"""
FREE = """() => {
  const table = document.querySelector('#table');
  return ['over', 'called-off'].includes(table.dataset.turn) || !document.querySelector('#throw').hidden
    || document.querySelector('#board .zone.legal, #chips .chip') !== null;
}"""
FREE_OPTIONS = f"""async (patience) => {{
  for (const end = performance.now() + patience; !({FREE})();) {{
    if (performance.now() > end) throw new Error('nothing can be done');
    await new Promise(requestAnimationFrame);
  }}
  return ({OPTIONS})();
}}"""
MIDDLE = """async (zone) => {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const middle = () => {
    const button = document.querySelector(`[data-zone="${zone}"]`);
    button.scrollIntoView({ block: 'nearest' });
    const [x, y] = button.dataset.at.split(' ').map(Number);
    const point = new DOMPoint(x, y).matrixTransform(button.ownerSVGElement.getScreenCTM());
    return [point.x, point.y];
  };
  for (let before = middle(), still = 0; still < 2;) {
    await frame();
    const now = middle();
    still = now[0] === before[0] && now[1] === before[1] ? still + 1 : 0;
    before = now;
    if (still === 2) return now;
  }
}"""
WALK = """async (zone) => {
  const { href } = document.querySelector('link[href$="board/keyboard.js"]');
  const { neighbour } = await import(href.replace('keyboard', 'neighbour'));
  const spots = {};
  for (const button of document.querySelectorAll('#board .zone:not([aria-hidden])')) {
    const [x, y] = button.dataset.at.split(' ').map(Number);
    spots[button.dataset.zone] = { x, y };
  }
  const start = document.querySelector('#board .zone[tabindex="0"]').dataset.zone;
  const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  const known = new Map([[start, []]]);
  for (const [at, keys] of known) {
    if (at === zone) return keys;
    for (const [key, [dx, dy]] of Object.entries(steps)) {
      const to = neighbour(spots, at, dx, dy);
      if (to && !known.has(to)) known.set(to, [...keys, key]);
    }
  }
  return null;
}"""


PATIENCE_MS = 60_000
"""The longest wait for a condition; a busy machine is slow, not wrong."""


def meet_all_games(context: BrowserContext, server: str) -> None:
    """Let a device know all games, so that no card presents one before its first move."""
    context.add_cookies([{"name": MET_COOKIE, "value": ".".join(playable()), "url": server}])


class Visitor:
    """A visitor of the pages.  errors: the errors in its console."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.errors: list[str] = []
        page.on("console", self._note)
        page.on("pageerror", lambda error: self.errors.append(str(error)))

    def _note(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.errors.append(f"{message.text} {message.location.get('url', '')}")

    def visit(self, path: str) -> None:
        """Open a page, which must exist."""
        answer = self.page.goto(path, wait_until="domcontentloaded")
        assert answer and (answer.ok or answer.status == 404), f"{path}: {answer and answer.status}"

    def start(self, game: str, opponent: str = "here", **choices: str) -> None:
        """Create a game, and wait until the table is ready."""
        self.visit(self.create(game, opponent, **choices))
        self.ready()

    def create(self, game: str, opponent: str = "here", **choices: str) -> str:
        """Create a game by posting the form without rendering any page; return the address of the table."""
        web = self.page.context.request
        token = re.search('name="csrf" content="([^"]+)"', web.get("/about").text())
        assert token
        form = {"csrf": token[1], "game": game, "opponent": opponent, **choices}
        answer = web.post("/new", form=form, max_redirects=0)
        assert answer.status == 303, answer.text()
        return answer.headers["location"]

    def start_with_plies(self) -> None:
        """Create a game and play its first three plies by mouse."""
        self.start("mangala")
        for v, zone in enumerate(("a1", "b2", "a3")):
            self.click(zone)
            self.settled(v)

    def start_at_home(self, game: str, opponent: str = "here", **choices: str) -> None:
        """Create a game by the sheet of the home page, and wait until the table is ready."""
        self.visit("/")
        self.page.locator(f'a[data-sheet="{game}"]').click()
        form = self.page.locator(f'dialog form:has(input[name=game][value="{game}"])')
        for name, value in choices.items():
            form.locator(f"select[name={name}]").select_option(value)
        form.locator(f'button[value="{opponent}"]').click()
        self.ready()

    def ready(self) -> None:
        """Wait until the board can be used."""
        self.page.wait_for_function(READY)

    def options(self) -> dict[str, Any]:
        """Wait until there are options or the game is over; return the options."""
        found: dict[str, Any] = self.page.evaluate(FREE_OPTIONS, PATIENCE_MS)
        return found

    def sentence(self) -> str:
        """Return the coach's sentence."""
        return self.page.locator("#coach").inner_text().strip()

    def expect_chosen(self, *zones: str) -> None:
        """Wait until exactly these zones are chosen."""
        chosen = self.page.locator("#board .zone[aria-pressed=true]")
        expect(chosen).to_have_count(len(zones))
        for place, zone in enumerate(zones):
            expect(chosen.nth(place)).to_have_attribute("data-zone", zone)

    def expect_v(self, v: int) -> None:
        """Wait until version `v` of the position is shown."""
        expect(self.page.locator("#table")).to_have_attribute("data-v", str(v))

    def settled(self, v: int, patience_ms: int = PATIENCE_MS) -> None:
        """Wait until the version of the position is no longer `v`."""
        is_other = "(v) => Number(document.querySelector('#table').dataset.v) !== v"
        self.page.wait_for_function(is_other, arg=v, timeout=patience_ms)

    def middle(self, zone: str) -> tuple[float, float]:
        """Return the middle of a zone on the screen, once it has not moved for two frames."""
        x, y = self.page.evaluate(MIDDLE, zone)
        return x, y

    # --- ways to tap ------------------------------------------------------------------------------------------------

    def click(self, zone: str) -> None:
        """Tap by mouse."""
        self.page.mouse.click(*self.middle(zone))

    def touch(self, zone: str) -> None:
        """Tap by finger."""
        self.page.touchscreen.tap(*self.middle(zone))

    def press(self, zone: str) -> None:
        """Tap by keyboard: move the focus to the zone by arrows or through the legal zones, then press Enter."""
        keys = self.page.evaluate(WALK, zone)
        self.page.locator("#board .zone[tabindex='0']").focus()
        for key in keys or ():
            self.page.keyboard.press(key)
        for _ in range(200 if keys is None else 0):  # no arrows lead there: from one legal zone to the next
            self.page.keyboard.press("PageDown")
            if self.page.evaluate("document.activeElement.dataset.zone") == zone:
                break
        # The module of the arrow keys is fetched with the first of them.
        self.page.wait_for_function("zone => document.activeElement.dataset.zone === zone", arg=zone)
        self.page.keyboard.press("Enter")

    def chip(self, zone: str, device: str) -> None:
        """Choose a chip by a device: click (mouse), touch or press (keyboard)."""
        chip = self.page.locator(f'#chips [data-value="{zone}"]')
        if device == "touch":
            chip.tap()
        elif device == "press":
            chip.press("Enter")
        else:
            chip.click()

    def play(self, device: str, turns: int, seed: int) -> int:
        """Play at random by one device until the game is over; return the number of plies."""
        luck = random.Random(seed)
        plies, options = 0, self.options()
        for _ in range(turns):
            if options["over"]:
                break
            self.step(options, device, luck)
            after = self.options()
            plies += after["v"] != options["v"]
            options = after
        return plies

    def step(self, options: dict[str, Any], device: str, luck: random.Random) -> None:
        """Throw, or tap one of the options by a device, and wait for the effect."""
        if options["throws"]:
            button = self.page.locator("#throw")
            button.press("Enter") if device == "press" else button.click()
            self.settled(options["v"])
            expect(button).to_be_hidden()  # against a computer `v` may lag behind: its plies are shown one by one
            return
        choices = [*options["zones"], *options["chips"]]
        assert choices, self.sentence()
        zone = luck.choice(choices)
        if zone in options["chips"]:
            self.chip(zone, device)
        else:
            getattr(self, device)(zone)
        # An arrow beside a piece may lie on the very cell it leads to: then the tap chooses the arrow.
        self.page.wait_for_function(
            """([v, prefix]) => Number(document.querySelector('#table').dataset.v) !== v
            || document.querySelector('#table').dataset.prefix.split(' ').filter(Boolean).length > prefix""",
            arg=[options["v"], len(options["prefix"].split())],
        )

    def expect_sentence(self, text: str) -> None:
        """Wait for a sentence of the coach."""
        expect(self.page.locator("#coach")).to_contain_text(text)
