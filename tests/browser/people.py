"""What people do at a table, by mouse, touch and keyboard."""

import random
from typing import Any

from playwright.sync_api import ConsoleMessage, Page, expect

READY = "() => document.querySelector('#table')?.dataset.ready === 'yes'"
OPTIONS = """() => ({
  zones: [...document.querySelectorAll('#board .zone.legal')].map((zone) => zone.dataset.zone),
  chips: [...document.querySelectorAll('#chips .chip')].map((chip) => chip.dataset.value),
  chosen: [...document.querySelectorAll('#board .zone[aria-pressed=true]')].map((zone) => zone.dataset.zone),
  throws: !document.querySelector('#throw').hidden,
  over: ['over', 'called-off'].includes(document.querySelector('#table').dataset.turn),
  v: Number(document.querySelector('#table').dataset.v),
})"""
MIDDLE = """(zone) => {
  const button = document.querySelector(`[data-zone="${zone}"]`);
  button.scrollIntoView({ block: 'nearest' });
  const [x, y] = button.dataset.at.split(' ').map(Number);
  const point = new DOMPoint(x, y).matrixTransform(button.ownerSVGElement.getScreenCTM());
  return [point.x, point.y];
}"""
WALK = """async (zone) => {
  const { neighbour } = await import(document.querySelector('link[href$="keys.js"]').href);
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


class Person:
    """A visitor with a browser."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.errors: list[str] = []
        page.on("console", self._note)
        page.on("pageerror", lambda error: self.errors.append(str(error)))

    def _note(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.errors.append(f"{message.text} {message.location.get('url', '')}")

    def start(self, game: str, opponent: str = "here", **choices: str) -> None:
        """Make a game on the home page and wait until the table is ready."""
        self.page.goto("/", wait_until="domcontentloaded")
        form = self.page.locator(f'form:has(input[name=game][value="{game}"])')
        if choices:
            form.locator("summary").click()
        for name, value in choices.items():
            form.locator(f"select[name={name}]").select_option(value)
        form.locator(f'button[value="{opponent}"]').click()
        self.ready()

    def ready(self) -> None:
        """Wait until the board can be used."""
        self.page.wait_for_function(READY)

    def options(self) -> dict[str, Any]:
        """Return what can be done now."""
        found: dict[str, Any] = self.page.evaluate(OPTIONS)
        return found

    def say(self) -> str:
        """Return the coach's sentence."""
        return self.page.locator("#coach").inner_text().strip()

    def settled(self, v: int) -> None:
        """Wait until the position is another than version `v`."""
        self.page.wait_for_function("(v) => Number(document.querySelector('#table').dataset.v) !== v", arg=v)

    def middle(self, zone: str) -> tuple[float, float]:
        """Return the middle of a zone on the screen."""
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
        """Tap by keyboard: walk to the zone by arrows or from legal zone to legal zone, then Enter."""
        keys = self.page.evaluate(WALK, zone)
        self.page.locator("#board .zone[tabindex='0']").focus()
        for key in keys or ():
            self.page.keyboard.press(key)
        for _ in range(200 if keys is None else 0):  # no arrows lead there: from one legal zone to the next
            self.page.keyboard.press("PageDown")
            if self.page.evaluate("document.activeElement.dataset.zone") == zone:
                break
        assert self.page.evaluate("document.activeElement.dataset.zone") == zone
        self.page.keyboard.press("Enter")

    def chip(self, zone: str, how: str) -> None:
        """Choose a chip."""
        chip = self.page.locator(f'#chips [data-value="{zone}"]')
        if how == "touch":
            chip.tap()
        elif how == "press":
            chip.press("Enter")
        else:
            chip.click()

    def play(self, how: str, turns: int, seed: int) -> int:
        """Play at random by one way of tapping until the game is over; return how many plies were made."""
        luck = random.Random(seed)
        plies = 0
        for _ in range(turns):
            options = self.options()
            if options["over"]:
                break
            self._step(options, how, luck)
            plies += self.options()["v"] != options["v"]
        return plies

    def _step(self, options: dict[str, Any], how: str, luck: random.Random) -> None:
        if options["throws"]:
            button = self.page.locator("#throw")
            button.press("Enter") if how == "press" else button.click()
            self.settled(options["v"])
            return
        choices = [*options["zones"], *options["chips"]]
        assert choices, self.say()
        zone = luck.choice(choices)
        if zone in options["chips"]:
            self.chip(zone, how)
        else:
            getattr(self, how)(zone)
        self.page.wait_for_function(
            """([v, zone]) => Number(document.querySelector('#table').dataset.v) !== v
            || (document.querySelector('#table').dataset.prefix ?? '').split(' ').includes(zone)""",
            arg=[options["v"], zone],
        )

    def expect_say(self, text: str) -> None:
        """Wait for a sentence of the coach."""
        expect(self.page.locator("#coach")).to_contain_text(text)
