// What is said about taps: the coach's sentences, previews with ghosts, reasons, hints.

import { fill, mark, part } from "./panels.js";

/** @typedef {import("./messages").Peek} Peek */
/**
 * @typedef {object} Bench
 * @property {string} g
 * @property {Record<string, string>} words
 * @property {() => import("./messages").Board | undefined} now
 * @property {() => boolean} past whether another position than the present one is shown
 * @property {import("./link.js").Link} link
 * @property {import("./scene.js").Painter} painter
 * @property {import("./panels.js").Panels} panels
 * @property {import("./chips.js").Chips} chips
 * @property {() => import("./taps.js").Taps} taps
 * @property {() => boolean} warns whether dangers are wanted
 */

const TIP_MS = 500;

export class Coach {
  /** @param {Bench} bench */
  constructor(bench) {
    this.bench = bench;
    /** @type {Map<string, Peek>} */
    this.peeks = new Map();
    this.wanted = "";
    /** @type {import("./messages").Hint & {step: number} | undefined} */
    this.hint = undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.tips = false;
  }

  /** A new position: nothing is known of it. */
  reset() {
    this.peeks.clear();
    this.hint = undefined;
    this.looked(undefined, false);
  }

  /** The prefix has changed, or the pointer rests on a move. @param {string[]} prefix @param {string | undefined} move */
  chosen(prefix, move) {
    const { painter, panels, words, link, g } = this.bench;
    const taps = this.bench.taps();
    const now = this.bench.now();
    if (!now) return;
    const board = taps.board ?? now;
    painter.label(board.zones, words.possible, new Set(taps.legal), taps.pending ? [...prefix, taps.pending.zone] : prefix);
    this.chips();
    mark(part("table"), { prefix: prefix.join(" ") });
    const noThrow = this.bench.past() || !now.table.can.includes("throw");
    if (part("throw").hidden !== noThrow) part("throw").hidden = noThrow;
    if (this.bench.past()) {
      if (!prefix.length && taps.board) panels.say(taps.board.say);
      return;
    }
    if (!now.trie) {
      this.wanted = "";
      panels.say(now.table.can.includes("throw") ? now.say : [now.last?.say, now.table.status.text].filter(Boolean).join(" "));
      return;
    }
    const preview = move ? now.peeks?.[move] : undefined;
    if (preview) panels.say(preview.say, taps.pending ? "ready" : "calm");
    else if (!prefix.length && !move) panels.say(now.say);
    this.wanted = JSON.stringify([prefix, move]);
    const known = this.peeks.get(this.wanted);
    if (!move) painter.noGhosts();
    if (known) this.#reveal(known);
    else if (prefix.length || move) link.send(move ? { type: "peek", g, v: now.v, prefix, m: move } : { type: "peek", g, v: now.v, prefix });
    if (!now.marks && prefix.length && !Object.keys(taps.icons).length) link.send({ type: "marks", g, v: now.v, prefix });
  }

  /** Show the chips of what is chosen. */
  chips() {
    const taps = this.bench.taps();
    const board = taps.board ?? this.bench.now();
    if (board) this.bench.chips.show(taps, board.zones, board.table.can.includes("throw"));
  }

  /** @param {Peek} message */
  peeked(message) {
    if (message.v !== this.bench.now()?.v) return;
    const key = JSON.stringify([message.prefix, message.m]);
    this.peeks.set(key, message);
    if (key === this.wanted) this.#reveal(message);
  }

  /** @param {Peek} message */
  #reveal(message) {
    const { painter, panels } = this.bench;
    const taps = this.bench.taps();
    panels.say(message.say, taps.pending ? "ready" : "calm");
    if (!message.ghosts || !(taps.pending || taps.looking)) return;
    painter.ghosts(message.ghosts, message.gone ?? [], message.path ?? []);
    if (this.bench.warns() && message.m) void this.#warn(message, message.m);
  }

  /** Mark what the opponent could take after a move. @param {Peek} message @param {string} move */
  async #warn(message, move) {
    const { g, painter, panels } = this.bench;
    const { danger } = await import("./aids.js");
    const found = await danger(g, message.v, move);
    const taps = this.bench.taps();
    if (!found?.say || this.wanted !== JSON.stringify([message.prefix, message.m]) || !(taps.pending || taps.looking)) return;
    painter.mark(found.zones, "danger");
    panels.say(`${message.say} ${found.say}`, taps.pending ? "ready" : "calm");
  }

  /** @param {import("./messages").Why} message */
  why(message) {
    const { panels, words } = this.bench;
    if (message.v !== this.bench.now()?.v || !message.text) return;
    const text = message.rule ? fill(words.clause, { rule: message.rule }) : "";
    const plain = message.text.replace(` (${message.rule})`, ""); // the link says the clause
    panels.say(text && message.url ? plain : message.text, "refused", text && message.url ? { text, url: message.url } : undefined);
    part("type-error").textContent = message.text;
  }

  /** A hint has come, or more of it is wanted. @param {import("./messages").Hint} [message] @returns {boolean} whether there is one */
  hinted(message) {
    const { painter, panels } = this.bench;
    if (message) this.hint = { ...message, step: 0 };
    const { hint } = this;
    const now = this.bench.now();
    if (!hint || !now || hint.v !== now.v) return false;
    const [first] = hint.script;
    const last = hint.steps.length - 1;
    if (hint.step) painter.dots([], hint.step === 1 && last > 1 ? [first] : hint.script, {}, false);
    panels.say(hint.steps[Math.min(hint.step, last)]);
    hint.step += 1;
    return true;
  }

  /** The pointer rests on a zone, a finger is held there, or a key asks what lies there. @param {string | undefined} zone @param {boolean} held */
  looked(zone, held) {
    clearTimeout(this.timer);
    if (this.tips) void import("./aids.js").then(({ hide }) => hide());
    this.tips = false;
    if (!zone) return;
    const { painter } = this.bench;
    const label = (this.bench.taps().board ?? this.bench.now())?.zones[zone];
    if (!label || !painter.holds(zone)) return;
    this.timer = setTimeout(async () => {
      this.tips = true;
      const { tip } = await import("./aids.js");
      if (this.tips) tip(painter, zone, label, this.bench.taps().looking !== undefined);
    }, held ? 0 : TIP_MS);
  }
}
