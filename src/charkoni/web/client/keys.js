// The keyboard: arrows walk over the zones by geometry, every other key is a command.

/** @typedef {import("./scene.js").Painter} Painter */
/** @typedef {import("./scene.js").Point} Point */
/** @typedef {"cancel" | "moves" | "last" | "clocks" | "undo" | "type" | "help" | "hint" | "repeat" | "look"} Command */

const STEPS = /** @type {Record<string, [number, number]>} */ ({
  ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
});
const COMMANDS = /** @type {Record<string, Command>} */ ({
  Escape: "cancel", m: "moves", l: "last", c: "clocks", u: "undo", "/": "type", "?": "help", h: "hint", r: "repeat", v: "look",
});

export class Keys {
  /**
   * @param {Painter} painter
   * @param {{tap: (zone: string) => void, chip: (digit: string) => boolean, command: (name: Command) => void}} owner
   */
  constructor(painter, owner) {
    this.painter = painter;
    this.owner = owner;
    this.at = "";
    painter.svg.addEventListener("keydown", (event) => this.#onBoard(event));
    painter.svg.addEventListener("focusin", (event) => {
      const zone = /** @type {Element} */ (event.target).getAttribute("data-zone");
      if (zone) this.rove(zone, false);
    });
    document.addEventListener("keydown", (event) => this.#anywhere(event));
  }

  /** Make one zone the stop of the Tab key; a new position keeps it. @param {string} zone @param {boolean} focus */
  rove(zone, focus) {
    const old = this.painter.buttons.get(this.at);
    const now = this.painter.buttons.get(zone);
    if (!now) return;
    old?.setAttribute("tabindex", "-1");
    now.setAttribute("tabindex", "0");
    this.at = zone;
    if (focus) now.focus();
  }

  /** After the board is built anew. @param {string[]} legal @param {boolean} focus */
  enter(legal, focus) {
    const { buttons } = this.painter;
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
      this.owner.tap(this.at);
    }
  }

  /** To the next zone that may be chosen, or the one before. @param {number} step */
  #hop(step) {
    const all = [...this.painter.buttons.keys()];
    const from = all.indexOf(this.at);
    const isLegal = (/** @type {string} */ zone) => this.painter.buttons.get(zone)?.classList.contains("legal");
    const found = all.map((_, i) => all[(from + step * (i + 1) + all.length * 2) % all.length]).find(isLegal);
    if (found) this.rove(found, true);
  }

  /** @param {KeyboardEvent} event */
  #anywhere(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const target = /** @type {HTMLElement} */ (event.target);
    if (target.closest("input, textarea, select, dialog")) return;
    const command = COMMANDS[event.key];
    if (/^[0-9]$/.test(event.key) && this.owner.chip(event.key)) event.preventDefault();
    else if (command) {
      event.preventDefault();
      this.owner.command(command);
    }
  }

  /** @param {number} dx @param {number} dy */
  #neighbour(dx, dy) {
    const shown = /** @type {Record<string, Point>} */ ({});
    for (const [zone, button] of this.painter.buttons) {
      const spot = this.painter.spot(zone);
      if (spot && !button.hasAttribute("aria-hidden")) shown[zone] = spot;
    }
    return neighbour(shown, this.at, dx, dy);
  }
}

/**
 * The nearest zone in a direction; what lies straight ahead counts as nearer.
 * @param {Record<string, Point>} spots
 * @param {string} at
 * @param {number} dx
 * @param {number} dy
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
    if (zone === at || ahead <= 0.5 || aside > ahead * 2.2) continue;
    const far = Math.hypot(ahead, aside) * (1 + (0.35 * aside) / ahead);
    if (far < least) [best, least] = [zone, far];
  }
  return best;
}
