// The coach: sentences about taps, previews with ghosts, tooltips.

import { mark, part } from "../lib/elements.js";

/** @typedef {import("../messages").Peek} Peek */
/**
 * @typedef {object} CoachContext
 * @property {string} g key of the game
 * @property {Record<string, string>} words texts by name
 * @property {() => import("../messages").BoardReply | undefined} now the present position
 * @property {() => boolean} isPast whether an earlier position is shown
 * @property {import("../lib/connection.js").Connection} connection
 * @property {import("../board/scene.js").BoardRenderer} renderer
 * @property {import("./panels.js").Panels} panels
 * @property {import("../board/piece_choices.js").PieceChoices} choices
 * @property {() => import("../board/input.js").MoveInput} input
 * @property {() => boolean} warns whether threats are to be shown
 */

const TOOLTIP_MS = 500;

/** Whether the dice may be thrown now: all players have given their part. @param {import("../messages").Table} table */
export function mayThrow({ can, dice }) {
  return can.includes("throw") && dice?.stage === "ready";
}

/** Comments on the position: fetches sentences from the server and shows them with their marks on the board. */
export class Coach {
  /** @param {CoachContext} context */
  constructor(context) {
    this.context = context;
    /** @type {Map<string, Peek>} */
    this.peeks = new Map();
    /** The key in `peeks` of what is to be shown. */
    this.wanted = "";
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.hasTooltip = false;
  }

  /** Clear everything about the previous position. */
  reset() {
    this.peeks.clear();
    this.rested(undefined, false);
  }

  /** Comment on a new prefix, or on a move that is previewed. @param {string[]} prefix @param {string | undefined} move */
  chosen(prefix, move) {
    const { renderer, panels, words, connection, g } = this.context;
    const input = this.context.input();
    const now = this.context.now();
    if (!now) return;
    const board = input.board ?? now;
    renderer.labelZones(board.zones, words.possible, new Set(input.legal), input.pending ? [...prefix, input.pending.zone] : prefix);
    this.showChoices();
    mark(part("table"), { prefix: prefix.join(" ") });
    const noThrow = this.context.isPast() || !mayThrow(now.table);
    if (part("throw").hidden !== noThrow) part("throw").hidden = noThrow;
    if (this.context.isPast()) {
      if (!prefix.length && input.board) panels.showSentence(input.board.say);
      return;
    }
    if (!now.trie) {
      this.wanted = "";
      panels.showSentence(mayThrow(now.table) ? now.table.status.text : [now.last?.say, now.table.status.text].filter(Boolean).join(" "));
      return;
    }
    const preview = move ? now.peeks?.[move] : undefined;
    if (preview) panels.showSentence(preview.say, input.pending ? "ready" : "calm");
    else if (!prefix.length && !move) panels.showSentence(now.say);
    this.wanted = JSON.stringify([prefix, move]);
    const cached = this.peeks.get(this.wanted);
    if (!move) renderer.clearGhosts();
    if (cached) this.#reveal(cached);
    else if (prefix.length || move) connection.send(move ? { type: "peek", g, v: now.v, prefix, m: move } : { type: "peek", g, v: now.v, prefix });
    if (!now.marks && prefix.length && !Object.keys(input.icons).length) connection.send({ type: "marks", g, v: now.v, prefix });
  }

  /** Show the chips that may be chosen now. */
  showChoices() {
    const input = this.context.input();
    const board = input.board ?? this.context.now();
    if (board) this.context.choices.show(input, board.zones, board.table.can.includes("throw"));
  }

  /** Handle the reply to a peek. @param {Peek} message */
  peeked(message) {
    if (message.v !== this.context.now()?.v) return;
    const key = JSON.stringify([message.prefix, message.m]);
    this.peeks.set(key, message);
    if (key === this.wanted) this.#reveal(message);
  }

  /** @param {Peek} message */
  #reveal(message) {
    const { renderer, panels, warns } = this.context;
    const { wanted } = this;
    const input = this.context.input();
    /** @param {string} text */
    const say = (text) => panels.showSentence(text, input.pending ? "ready" : "calm");
    const isPreviewed = () => this.wanted === wanted && (input.pending ?? input.previewed) !== undefined;
    say(message.say);
    if (!message.ghosts || !isPreviewed()) return;
    renderer.showGhosts(message.ghosts, message.gone ?? [], message.path ?? []);
    if (warns() && message.m) void import("../board/previews.js").then(({ warn }) => warn(renderer, message, isPreviewed, say));
  }

  /** Show the tooltip of a zone soon, or at once; hide the previous one. @param {string | undefined} zone @param {boolean} held whether it is held by a finger or requested by a key */
  rested(zone, held) {
    clearTimeout(this.timer);
    if (this.hasTooltip) void import("../board/previews.js").then(({ hideTooltip }) => hideTooltip());
    this.hasTooltip = false;
    if (!zone) return;
    const { renderer } = this.context;
    const label = (this.context.input().board ?? this.context.now())?.zones[zone];
    if (!label || !renderer.holds(zone)) return;
    this.timer = setTimeout(async () => {
      this.hasTooltip = true;
      const { showTooltip } = await import("../board/previews.js");
      if (this.hasTooltip) showTooltip(renderer, zone, label, this.context.input().previewed !== undefined);
    }, held ? 0 : TOOLTIP_MS);
  }
}
