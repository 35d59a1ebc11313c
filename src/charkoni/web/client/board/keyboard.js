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
    /** The steps of the arrow keys so far: the first waits for its module. @type {Promise<void>} */
    this.steps = Promise.resolve();
    renderer.svg.addEventListener("keydown", (event) => this.#onBoard(event));
    renderer.svg.addEventListener("focusin", (event) => {
      const zone = /** @type {Element} */ (event.target).getAttribute("data-zone");
      if (zone) this.rove(zone, false);
      void import("./neighbour.js");
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
      this.steps = this.steps.then(() => this.#step(...step));
      event.preventDefault();
    } else if (event.key === "PageDown" || event.key === "PageUp") {
      this.#hop(event.key === "PageDown" ? 1 : -1);
      event.preventDefault();
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      void this.steps.then(() => this.handlers.tap(this.at));
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

  /** Go to the neighbouring zone in a direction. @param {number} dx @param {number} dy */
  async #step(dx, dy) {
    const { neighbour } = await import("./neighbour.js");
    const shown = /** @type {Record<string, Point>} */ ({});
    for (const [zone, button] of this.renderer.buttons) {
      const spot = this.renderer.spot(zone);
      if (spot && !button.hasAttribute("aria-hidden")) shown[zone] = spot;
    }
    const zone = neighbour(shown, this.at, dx, dy);
    if (zone) this.rove(zone, true);
  }
}
