// The keyboard at a board: arrows move the focus to a neighbouring zone, other keys are commands.

/** @typedef {import("./scene.js").BoardRenderer} BoardRenderer */
/** @typedef {import("./scene.js").Point} Point */
/** @typedef {"cancel" | "moves" | "last" | "clocks" | "undo" | "type" | "help" | "hint" | "repeat" | "look"} Command */

const STEPS = /** @type {Record<string, [number, number]>} */ ({
  ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
});
const COMMANDS = /** @type {Record<string, Command>} */ ({
  Escape: "cancel", m: "moves", l: "last", c: "clocks", u: "undo", "/": "type", "?": "help", h: "hint", r: "repeat", v: "look",
});

/** Keys on one board and, as commands, anywhere on the page.  The board is one stop of the Tab key (roving tabindex). */
export class Keyboard {
  /**
   * @param {BoardRenderer} renderer
   * @param {{tap: (zone: string) => void, chip: (digit: string) => boolean, command: (name: Command) => void}} handlers
   */
  constructor(renderer, handlers) {
    this.renderer = renderer;
    this.handlers = handlers;
    this.at = "";
    renderer.svg.addEventListener("keydown", (event) => this.#onBoard(event));
    renderer.svg.addEventListener("focusin", (event) => {
      const zone = /** @type {Element} */ (event.target).getAttribute("data-zone");
      if (zone) this.rove(zone, false);
    });
    document.addEventListener("keydown", (event) => this.#anywhere(event));
  }

  /** Make a zone the stop of the Tab key; a new position keeps it. @param {string} zone @param {boolean} focus */
  rove(zone, focus) {
    const old = this.renderer.buttons.get(this.at);
    const now = this.renderer.buttons.get(zone);
    if (!now) return;
    old?.setAttribute("tabindex", "-1");
    now.setAttribute("tabindex", "0");
    this.at = zone;
    if (focus) now.focus();
  }

  /** Choose the stop of the Tab key on a new board: the previous zone, else a legal one. @param {string[]} legal @param {boolean} focus */
  enter(legal, focus) {
    const { buttons } = this.renderer;
    const zone = buttons.has(this.at) ? this.at : legal.find((each) => buttons.has(each)) ?? buttons.keys().next().value;
    if (zone) this.rove(zone, focus);
  }

  /** @param {KeyboardEvent} event */
  #onBoard(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = STEPS[event.key];
    if (step) {
      const zone = this.#neighbour(...step);
      if (zone) this.rove(zone, true);
      event.preventDefault();
    } else if (event.key === "PageDown" || event.key === "PageUp") {
      this.#hop(event.key === "PageDown" ? 1 : -1);
      event.preventDefault();
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.handlers.tap(this.at);
    }
  }

  /** Go to the next or the previous legal zone. @param {1 | -1} step */
  #hop(step) {
    const all = [...this.renderer.buttons.keys()];
    const from = all.indexOf(this.at);
    const isLegal = (/** @type {string} */ zone) => this.renderer.buttons.get(zone)?.classList.contains("legal");
    const next = all.map((_, i) => all[(from + step * (i + 1) + all.length * 2) % all.length]).find(isLegal);
    if (next) this.rove(next, true);
  }

  /** @param {KeyboardEvent} event */
  #anywhere(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const target = /** @type {HTMLElement} */ (event.target);
    if (target.closest("input, textarea, select, dialog")) return;
    const command = COMMANDS[event.key];
    if (/^[0-9]$/.test(event.key) && this.handlers.chip(event.key)) event.preventDefault();
    else if (command) {
      event.preventDefault();
      this.handlers.command(command);
    }
  }

  /** @param {number} dx @param {number} dy */
  #neighbour(dx, dy) {
    const shown = /** @type {Record<string, Point>} */ ({});
    for (const [zone, button] of this.renderer.buttons) {
      const spot = this.renderer.spot(zone);
      if (spot && !button.hasAttribute("aria-hidden")) shown[zone] = spot;
    }
    return neighbour(shown, this.at, dx, dy);
  }
}

/**
 * The nearest zone in a direction; a zone straight ahead counts as nearer.
 * @param {Record<string, Point>} spots centres by zone
 * @param {string} at the zone to start from
 * @param {number} dx -1, 0 or 1
 * @param {number} dy -1, 0 or 1; one of both is 0
 * @returns {string | undefined}
 */
export function neighbour(spots, at, dx, dy) {
  const from = spots[at];
  if (!from) return undefined;
  let best;
  let least = Infinity;
  for (const [zone, to] of Object.entries(spots)) {
    const ahead = (to.x - from.x) * dx + (to.y - from.y) * dy;
    const aside = Math.abs((to.x - from.x) * dy) + Math.abs((to.y - from.y) * dx);
    // Each key has a quarter of all directions, so that every zone lies in one.
    if (zone === at || ahead <= 0.5 || aside > ahead * 1.001) continue;
    // Of two equally near zones the clockwise one: on a diagonal grid each key leads along another diagonal.
    const isClockwise = (to.y - from.y) * dx > (to.x - from.x) * dy;
    const far = Math.hypot(ahead, aside) * (1 + (0.35 * aside) / ahead) - (isClockwise ? 0.01 : 0);
    if (far < least) [best, least] = [zone, far];
  }
  return best;
}
