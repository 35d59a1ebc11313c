// The tree of moves: the plies of the game, variations tried by the player, and the position shown of them.

import { make, part } from "../lib/elements.js";

/** @typedef {import("../messages").Node} Node */
/** @typedef {import("../messages").Board} Board */
/** @typedef {import("../board/animation.js").Change} Change */
/** A position to be shown; board: what may be tapped in it, once it is fetched. @typedef {{nodes: Node[], change?: Change, zones: string[], say: string, board: Board | undefined}} Shown */
/** @typedef {import("./history.js").Seen & {log: [string, number][], table: Board["table"]}} Game */
/** A variation: the ply it leaves the game after, and its moves. @typedef {{from: number, moves: string[]}} Variation */
/** @typedef {{show: (shown: Shown) => void, live: () => void}} Handlers */

/** The list of moves with variations, and the place in it that is shown. */
export class MoveTree {
  /** @param {{g: string, lang: string}} page @param {Handlers} handlers */
  constructor(page, handlers) {
    this.page = page;
    this.handlers = handlers;
    /** @type {Game | undefined} */
    this.game = undefined;
    /** Whether an earlier position or a variation is shown. */
    this.isPast = false;
    /** How many plies of the game lie before what is shown, while `isPast`. */
    this.ply = 0;
    /** The moves of the variation that is shown, from `ply` on. @type {string[]} */
    this.tried = [];
    /** @type {Variation[]} */
    this.variations = [];
    this.requests = 0;
    /** @type {Promise<{nodesAt: typeof import("./history.js").nodesAt, history: import("./history.js").GameHistory}> | undefined} */
    this.tools = undefined;
  }

  /** The history, fetched when an earlier position is wanted for the first time. */
  #tools() {
    return (this.tools ??= import("./history.js").then(({ GameHistory, nodesAt }) => ({ nodesAt, history: new GameHistory(this.page) })));
  }

  /** Set a new view of the game, and show its end. @param {Game} game */
  reset(game) {
    this.game = game;
    this.isPast = false;
    this.tried = [];
    this.draw();
  }

  /** Add a ply to the game. @param {Game} game */
  grow(game) {
    this.game = game;
    const list = part("log");
    const { length } = this.game.log;
    if (this.isPast || this.variations.length || list.children.length !== length - 1) {
      this.draw();
      return;
    }
    list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    list.append(this.#item(length - 1, true));
  }

  /** How many plies of the game lie before what is shown. */
  get at() {
    return this.isPast ? this.ply : this.game?.log.length ?? 0;
  }

  /** Carry out an action of the list of moves. @param {string} name @param {string} value @returns {boolean} whether it is one */
  act(name, value) {
    if (name === "ply") void this.go(Number(value));
    else if (name === "line") this.#showVariation(Number(value));
    else if (name === "first") void this.go(0);
    else if (name === "prev") this.#back(this.at);
    else if (name === "next") void this.go(this.at + 1);
    else if (name === "live") this.#live();
    else return false;
    return true;
  }

  /** @param {number} at */
  #back(at) {
    if (!this.tried.length) void this.go(Math.max(0, at - 1));
    else {
      this.tried = this.tried.slice(0, -1);
      void this.#explore(false);
    }
  }

  #live() {
    this.isPast = false;
    this.tried = [];
    this.requests += 1;
    this.draw();
    this.handlers.live();
  }

  /** @param {number} place */
  #showVariation(place) {
    const variation = this.variations[place];
    if (!variation) return;
    this.isPast = true;
    this.ply = variation.from;
    this.tried = variation.moves;
    void this.#explore(false);
  }

  /** Show the position after some plies. @param {number} ply */
  async go(ply) {
    const all = this.game?.log.length ?? 0;
    if (ply >= all && !this.tried.length) {
      if (this.isPast) this.#live();
      return;
    }
    const forward = this.isPast && !this.tried.length && ply === this.ply + 1;
    const request = (this.requests += 1);
    this.isPast = true;
    this.ply = Math.min(ply, all);
    this.tried = [];
    this.draw();
    const shown = await this.#shown(this.ply);
    if (!shown || request !== this.requests) return;
    this.handlers.show(forward ? shown : { ...shown, change: undefined });
    await this.#explore(false, forward);
  }

  /** The position after some plies, and the change that the last of them made. @param {number} ply @returns {Promise<Shown | undefined>} */
  async #shown(ply) {
    const { nodesAt, history } = await this.#tools();
    const replay = this.game && (await history.load(this.game));
    if (!replay) return undefined;
    const step = replay.plies[ply - 1];
    return { nodes: nodesAt(replay, ply), change: step, zones: step?.zones ?? [], say: step?.say ?? "", board: undefined };
  }

  /** The last ply of the game: the nodes before it, its change and its sentence. @returns {Promise<{before: Node[], change: Change, say: string} | undefined>} */
  async last() {
    const ply = this.game?.log.length ?? 0;
    const shown = ply ? await this.#shown(ply) : undefined;
    const before = shown?.change && (await this.#shown(ply - 1));
    return before && shown?.change ? { before: before.nodes, change: shown.change, say: shown.say } : undefined;
  }

  /** The text of the position after some plies. @param {number} ply */
  async position(ply) {
    const { history } = await this.#tools();
    const replay = this.game && (await history.load(this.game));
    return replay ? (ply ? replay.plies[ply - 1]?.position : replay.start) ?? "" : undefined;
  }

  /** Try a move in the position that is shown. @param {string} move */
  async try(move) {
    this.tried = [...this.tried, move];
    const index = this.variations.findIndex((variation) => variation.from === this.ply && isStart(variation.moves, this.tried));
    if (index >= 0) this.variations[index] = { from: this.ply, moves: this.tried };
    else if (!this.variations.some((variation) => variation.from === this.ply && isStart(this.tried, variation.moves))) {
      this.variations.push({ from: this.ply, moves: this.tried });
    }
    await this.#explore(true);
  }

  /** Show the position of the variation and what may be tapped in it. @param {boolean} moved animate its last move @param {boolean} [keeps] keep the sentence of the last ply */
  async #explore(moved, keeps = false) {
    const { game, ply, tried } = this;
    const request = (this.requests += 1);
    this.draw();
    const position = await this.position(ply);
    if (!game || position === undefined) return;
    const { history } = await this.#tools();
    const explored = await history.explore(game, position, tried);
    if (request !== this.requests || !this.isPast) return;
    if (!explored) {
      this.tried = tried.slice(0, -1);
      this.draw();
      return;
    }
    const step = history.replay?.plies[ply - 1];
    const table = { ...game.table, can: [] };
    /** @type {Board} */
    const board = { g: this.page.g, v: -1, ply, zones: explored.zones, say: explored.say, hud: explored.hud, table, trie: explored.trie };
    const change = moved ? { set: explored.nodes, del: [], order: explored.nodes.map((node) => node[0]), events: explored.events ?? [] } : undefined;
    const say = [explored.last?.say ?? step?.say, explored.outcome, explored.say].filter(Boolean).join(" ");
    if (keeps) board.say = say;
    this.handlers.show({ nodes: explored.nodes, change, zones: explored.last?.zones ?? step?.zones ?? [], say, board });
  }

  // --- the list -----------------------------------------------------------------------------------------------------------

  /** Fill the list of moves. */
  draw() {
    const { game, variations } = this;
    if (!game) return;
    const list = part("log");
    const items = variations.map((variation, place) => {
      const current = this.isPast && this.ply === variation.from && this.tried.length > 0 && isStart(this.tried, variation.moves);
      return make("li", { class: "line" }, this.#button("line", String(place), `${variation.from}: ${variation.moves.join(" ")}`, -1, current));
    });
    /** @param {number} ply */
    const after = (ply) => items.filter((_, place) => variations[place].from === ply);
    const all = game.log.flatMap((_, i) => {
      const current = this.isPast ? this.ply === i + 1 && !this.tried.length : i + 1 === game.log.length;
      return [...after(i), this.#item(i, current)];
    });
    all.push(...after(game.log.length));
    list.replaceChildren(...all);
    this.#scroll();
    part("back").hidden = !this.isPast;
  }

  /** The list item of a ply. @param {number} place @param {boolean} current */
  #item(place, current) {
    const [move, seat] = this.game?.log[place] ?? ["", -1];
    return make("li", {}, this.#button("ply", String(place + 1), move, seat, current));
  }

  /** Scroll the ply that is shown into sight.  The end of the list is in sight at scroll position 0. */
  #scroll() {
    const list = part("log");
    const box = /** @type {HTMLElement} */ (list.parentElement);
    const marked = this.isPast && list.querySelector("[aria-current]");
    if (marked) box.scrollTop += marked.getBoundingClientRect().top - box.getBoundingClientRect().top - box.clientHeight / 2;
    else box.scrollTop = 0;
  }

  /** @param {string} act @param {string} value @param {string} text @param {number} seat @param {boolean} current */
  #button(act, value, text, seat, current) {
    const button = make("button", { class: "move", type: "button", "data-act": act, "data-value": value, "data-seat": String(seat) }, text);
    if (current) button.setAttribute("aria-current", "step");
    return button;
  }
}

/** Whether a sequence of moves begins with another. @param {readonly string[]} start @param {readonly string[]} moves */
function isStart(start, moves) {
  return start.length <= moves.length && start.every((move, i) => move === moves[i]);
}
