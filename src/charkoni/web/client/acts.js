// What buttons and keys do.

import { part } from "./panels.js";
import { follow, moves, script } from "./trie.js";

/**
 * The table as buttons see it.
 * @typedef {object} Desk
 * @property {string} g
 * @property {Record<string, string>} words
 * @property {() => (import("./messages").Board & {bottom: number}) | undefined} now
 * @property {() => number[]} mine the seats of this browser
 * @property {import("./link.js").Link} link
 * @property {import("./taps.js").Taps} taps
 * @property {import("./panels.js").Panels} panels
 * @property {import("./tree.js").Tree} tree
 * @property {(move: string) => void} play
 * @property {() => boolean} hint uncover more of the hint that is there
 * @property {() => void} look at what lies on the zone in focus
 * @property {() => void} repeat
 * @property {() => void} finish motion
 * @property {(seat: number) => void} turn the board to a seat
 */

/** Buttons of the menu that close it. */
const CLOSING = new Set(["draw", "takeback", "rematch", "resign", "call-off", "flip", "device", "repeat", "settings", "help", "type", "say", "share"]);

export class Acts {
  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
    part("type-form").addEventListener("submit", (event) => {
      event.preventDefault();
      void this.#deed("typed");
    });
  }

  /** A button. @param {string} name @param {string} [value] */
  act(name, value = "") {
    if (this.desk.tree.act(name, value)) return;
    if (CLOSING.has(name)) this.desk.panels.dialog("menu", false);
    this.#acts[name]?.(value);
  }

  /** A key. @param {import("./keys.js").Command} name */
  command(name) {
    const { desk } = this;
    const now = desk.now();
    const can = now?.table.can ?? [];
    if (name === "cancel") {
      desk.finish();
      if (!desk.taps.cancel() && desk.tree.past) desk.tree.act("live", "");
    } else if (name === "moves") desk.panels.moves(moves(follow(desk.taps.trie, desk.taps.prefix)));
    else if (name === "last") desk.panels.say(now?.last?.say ?? desk.words.none);
    else if (name === "look") desk.look();
    else if (name === "clocks") desk.panels.say(desk.panels.clocks(now?.table.seats ?? []));
    else if ((name !== "undo" && name !== "hint") || can.includes(name)) this.act(name);
  }

  /** @param {"throw" | "undo" | "hint"} type */
  #now(type) {
    const { g, link } = this.desk;
    const now = this.desk.now();
    if (now) link.ask((n) => (type === "throw" ? { type, g, v: now.v, n, salt: salt() } : { type, g, v: now.v, n }));
  }

  /** What is rarely done is fetched when somebody does it. @param {keyof typeof import("./deeds.js")} name @param {string} [value] */
  async #deed(name, value = "") {
    const deeds = await import("./deeds.js");
    deeds[name](this.desk, value);
  }

  /** @type {Record<string, (value: string) => void>} */
  #acts = {
    tap: (value) => this.desk.taps.tap(value),
    play: (value) => {
      this.desk.panels.dialog("moves", false);
      this.desk.taps.cancel();
      if (script(this.desk.taps.trie, value)) this.desk.play(value);
    },
    throw: () => this.#now("throw"),
    undo: () => this.#now("undo"),
    hint: () => { if (!this.desk.hint()) this.#now("hint"); },
    draw: () => void this.#deed("offer", "draw"),
    takeback: () => void this.#deed("offer", "takeback"),
    rematch: () => void this.#deed("offer", "rematch"),
    yes: (value) => void this.#deed("accept", value),
    no: (value) => void this.#deed("decline", value),
    claim: () => void this.#deed("claim"),
    resign: () => void this.#deed("resign"),
    "call-off": () => void this.#deed("resign"),
    say: (value) => void this.#deed("say", value),
    flip: () => {
      const now = this.desk.now();
      if (now) this.desk.turn((now.bottom + 1) % now.table.seats.length);
    },
    repeat: () => this.desk.repeat(),
    menu: () => this.desk.panels.dialog("menu"),
    settings: () => {
      void import("./forms.js");
      this.desk.panels.dialog("settings");
    },
    list: () => part("side").classList.toggle("open"),
    copy: (value) => void this.#deed("copy", value),
    share: () => void this.#deed("share"),
    print: () => {
      this.desk.panels.dialog("share", false);
      print();
    },
    device: () => void this.#deed("device"),
    close: (value) => this.desk.panels.dialog(value, false),
    type: () => this.desk.panels.dialog("type"),
    help: () => this.desk.panels.dialog("help"),
  };
}

/** Random text that goes into a throw. */
function salt() {
  return [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
