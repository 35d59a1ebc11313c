// The actions of a table: what its buttons and keys do.

import { part } from "../lib/elements.js";

/** @typedef {import("./context").TableContext} TableContext */

/** Carries out actions by name. */
export class Actions {
  /** @param {TableContext} table */
  constructor(table) {
    this.table = table;
    /** The end of the game, once it is over. @type {import("./ending.js").Ending | undefined} */
    this.ending = undefined;
    part("type-form").addEventListener("submit", (event) => {
      event.preventDefault();
      void this.rare("typed");
    });
  }

  /** Carry out the action of a button. @param {string} name @param {string} [value] */
  act(name, value = "") {
    if (this.ending?.act(name, value)) return;
    if (this.table.tree.act(name, value)) return;
    if (name !== "menu") this.table.panels.dialog("menu", false);
    const action = this.#actions[name];
    if (action) action(value);
    else void this.rare(name, value);
  }

  /** Carry out the command of a key. @param {import("../board/keyboard.js").Command} name */
  command(name) {
    const { table } = this;
    const now = table.now();
    const can = now?.table.can ?? [];
    if (name === "cancel") {
      table.animator.finish();
      // What a counter means is shown while it has the focus.
      const at = document.activeElement;
      if (at instanceof HTMLElement && at.matches(".counter")) at.blur();
      if (!table.input.cancel() && table.tree.isPast) table.tree.act("live", "");
    } else if (name === "last") table.panels.showSentence(now?.last?.say ?? table.words.none);
    else if (name === "look") table.look();
    else if ((name !== "undo" && name !== "hint") || can.includes(name)) this.act(name);
  }

  /** Request a throw, an undo or a hint in the present position. @param {"throw" | "undo" | "hint"} type */
  #request(type) {
    const { g, connection } = this.table;
    const now = this.table.now();
    if (now) connection.request((n) => ({ type, g, v: now.v, n }));
  }

  /** Fetch and carry out an action that is not needed at once. @param {string} name @param {string} [value] */
  async rare(name, value = "") {
    const { RARE_ACTIONS } = await import("./rare_actions.js");
    RARE_ACTIONS[name]?.(this.table, value);
  }

  /** @type {Record<string, (value: string) => void>} */
  #actions = {
    tap: (value) => this.table.input.tap(value),
    throw: () => this.#request("throw"),
    undo: () => this.#request("undo"),
    hint: async () => { if (!(await this.table.hint())) this.#request("hint"); },
    menu: () => this.table.panels.dialog("menu"),
    list: () => part("side").classList.toggle("open"),
    close: (value) => this.table.panels.dialog(value, false),
  };
}
