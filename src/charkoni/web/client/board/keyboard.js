// The keyboard at a board: arrows move the focus to a neighbouring zone, other keys are commands.

/** @typedef {import("./scene.js").BoardRenderer} BoardRenderer */
/** @typedef {"cancel" | "moves" | "last" | "clocks" | "undo" | "type" | "help" | "hint" | "repeat" | "look"} Command */

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
    const { key } = event;
    if (/^(Arrow|Page)/.test(key)) {
      event.preventDefault();
      this.steps = this.steps.then(async () => {
        const { destination } = await import("./neighbour.js");
        const zone = destination(this.renderer, this.at, key);
        if (zone) this.rove(zone, true);
      });
    } else if (key === "Enter" || key === " ") {
      event.preventDefault();
      void this.steps.then(() => this.handlers.tap(this.at));
    }
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
}
