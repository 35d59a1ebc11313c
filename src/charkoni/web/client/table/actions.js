// The actions of a table: what its buttons and keys do.

import { part } from "../lib/elements.js";
import { movesBelow, subtree, taps } from "../board/trie.js";

/** @typedef {import("./context").TableContext} TableContext */

/** The actions of the menu that close it. */
const CLOSING = new Set(["draw", "takeback", "rematch", "resign", "call-off", "flip", "device", "repeat", "settings", "help", "type", "say", "share"]);

/** Carries out actions by name. */
export class Actions {
  /** @param {TableContext} table */
  constructor(table) {
    this.table = table;
    /** The end of the game, once it is over. @type {import("./ending.js").Ending | undefined} */
    this.ending = undefined;
    part("type-form").addEventListener("submit", (event) => {
      event.preventDefault();
      void this.#rare("typed");
    });
  }

  /** Carry out the action of a button. @param {string} name @param {string} [value] */
  act(name, value = "") {
    if (this.ending?.act(name, value)) return;
    if (this.table.tree.act(name, value)) return;
    if (CLOSING.has(name)) this.table.panels.dialog("menu", false);
    this.#actions[name]?.(value);
  }

  /** Carry out the command of a key. @param {import("../board/keyboard.js").Command} name */
  command(name) {
    const { table } = this;
    const now = table.now();
    const can = now?.table.can ?? [];
    if (name === "cancel") {
      table.finish();
      if (!table.input.cancel() && table.tree.isPast) table.tree.act("live", "");
    } else if (name === "moves") table.panels.moves(movesBelow(subtree(table.input.trie, table.input.prefix)));
    else if (name === "last") table.panels.showSentence(now?.last?.say ?? table.words.none);
    else if (name === "look") table.look();
    else if (name === "clocks") table.panels.showSentence(table.panels.clocks(now?.table.seats ?? []));
    else if ((name !== "undo" && name !== "hint") || can.includes(name)) this.act(name);
  }

  /** Request a throw, an undo or a hint in the present position. @param {"throw" | "undo" | "hint"} type */
  #request(type) {
    const { g, connection } = this.table;
    const now = this.table.now();
    if (now) connection.request((n) => (type === "throw" ? { type, g, v: now.v, n, salt: salt() } : { type, g, v: now.v, n }));
  }

  /** Fetch and carry out a rare action. @param {keyof typeof import("./rare_actions.js")} name @param {string} [value] */
  async #rare(name, value = "") {
    const actions = await import("./rare_actions.js");
    actions[name](this.table, value);
  }

  /** @type {Record<string, (value: string) => void>} */
  #actions = {
    tap: (value) => this.table.input.tap(value),
    play: (value) => {
      this.table.panels.dialog("moves", false);
      this.table.input.cancel();
      if (taps(this.table.input.trie, value)) this.table.play(value);
    },
    throw: () => this.#request("throw"),
    undo: () => this.#request("undo"),
    hint: () => { if (!this.table.hint()) this.#request("hint"); },
    draw: () => void this.#rare("offer", "draw"),
    takeback: () => void this.#rare("offer", "takeback"),
    rematch: () => void this.#rare("offer", "rematch"),
    yes: (value) => void this.#rare("accept", value),
    no: (value) => void this.#rare("decline", value),
    claim: () => void this.#rare("claim"),
    resign: () => void this.#rare("resign"),
    "call-off": () => void this.#rare("resign"),
    say: (value) => void this.#rare("sendPhrase", value),
    flip: () => {
      const now = this.table.now();
      if (now) this.table.turn((now.bottom + 1) % now.table.seats.length);
    },
    repeat: () => this.table.repeat(),
    menu: () => this.table.panels.dialog("menu"),
    settings: () => {
      void import("../lib/forms.js");
      this.table.panels.dialog("settings");
    },
    list: () => part("side").classList.toggle("open"),
    copy: (value) => void this.#rare("copy", value),
    share: () => void this.#rare("share"),
    print: () => {
      this.table.panels.dialog("share", false);
      print();
    },
    device: () => void this.#rare("device"),
    close: (value) => this.table.panels.dialog(value, false),
    type: () => this.table.panels.dialog("type"),
    help: () => this.table.panels.dialog("help"),
    guide: () => void this.#rare("guide"),
  };
}

/** 64 random bits in hexadecimal digits, the client's part in a throw. */
function salt() {
  return [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
