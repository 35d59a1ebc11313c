// What buttons and keys do.

import { part } from "./panels.js";
import { follow, moves, script } from "./trie.js";

/** @typedef {import("./messages").OfferKind} OfferKind */
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
      this.#typed();
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

  /** @param {OfferKind} kind */
  #offer(kind) {
    this.desk.link.ask((n) => ({ type: "offer", g: this.desk.g, n, kind }));
  }

  /** @param {string} kind @param {boolean} yes */
  #answer(kind, yes) {
    this.desk.link.ask((n) => ({ type: "answer", g: this.desk.g, n, kind: /** @type {OfferKind} */ (kind), yes }));
  }

  #resign() {
    const { g, link, words, panels } = this.desk;
    const own = this.desk.mine();
    const turn = this.desk.now()?.table.status.turn ?? -1;
    const seat = own.includes(turn) ? turn : own[0];
    const early = this.desk.now()?.table.can.includes("call-off");
    panels.confirm(words[early ? "call-off-sure" : "resign-sure"], words[early ? "call-off" : "resign"], () => {
      if (seat !== undefined) link.ask((n) => ({ type: "resign", g, n, seat }));
    });
  }

  /** Open the dialog of what can leave the table; its code and its content are fetched now. */
  async #share() {
    const { g, tree, words, panels } = this.desk;
    panels.dialog("share");
    const { share } = await import("./share.js");
    await share(g, tree.past ? tree.ply : undefined, words);
  }

  /** @param {string} text */
  async #copy(text) {
    const { panels, words } = this.desk;
    panels.dialog("menu", false);
    panels.dialog("share", false);
    try {
      await navigator.clipboard.writeText(text);
      panels.toast(words.copied);
    } catch {
      panels.toast(text); // no clipboard here: show it
    }
  }

  #typed() {
    const { desk } = this;
    const now = desk.now();
    const input = /** @type {HTMLInputElement} */ (part("type-move"));
    const text = input.value.trim();
    part("type-error").textContent = "";
    if (!now || !desk.taps.trie || !text) return;
    if (moves(desk.taps.trie).includes(text)) {
      input.value = "";
      desk.panels.dialog("type", false);
      desk.taps.cancel();
      desk.play(text);
    } else desk.link.send({ type: "why", g: desk.g, v: now.v, prefix: [], zone: "", m: text });
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
    draw: () => this.#offer("draw"),
    takeback: () => this.#offer("takeback"),
    rematch: () => this.#offer("rematch"),
    yes: (value) => this.#answer(value, true),
    no: (value) => this.#answer(value, false),
    claim: () => this.desk.link.ask((n) => ({ type: "claim", g: this.desk.g, n })),
    resign: () => this.#resign(),
    "call-off": () => this.#resign(),
    say: (value) => {
      const phrase = /** @type {import("./messages").Phrase} */ (value);
      this.desk.link.ask((n) => ({ type: "chat", g: this.desk.g, n, phrase }));
    },
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
    copy: (value) => void this.#copy(value),
    share: () => void this.#share(),
    print: () => {
      this.desk.panels.dialog("share", false);
      print();
    },
    device: () => void this.#copy(`${location.origin}/s/${this.desk.now()?.table.seats.find((seat) => seat.you)?.key ?? ""}`),
    close: (value) => this.desk.panels.dialog(value, false),
    type: () => this.desk.panels.dialog("type"),
    help: () => this.desk.panels.dialog("help"),
  };
}

/** Random text that goes into a throw. */
function salt() {
  return [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
