// The moves of the game and what might have been: walking to and fro, trying other moves.  The server explores, the
// browser knows no rules.

import { make, part } from "./panels.js";

/** @typedef {import("./messages").Node} Node */
/** @typedef {import("./messages").Board} Board */
/** @typedef {import("./messages").Trie} Trie */
/** @typedef {import("./messages").Counter} Counter */
/** @typedef {import("./anim.js").Change} Change */
/** @typedef {{nodes: Node[], change?: Change, zones: string[], say: string, board: Board | undefined}} Shown */
/** @typedef {{m: string, turn: number, events: Change["events"], set: Node[], del: string[], order?: string[], say: string, zones: string[], position: string}} Step */
/** @typedef {{v: number, start: string, nodes: Node[], plies: Step[]}} Replay */
/** @typedef {{nodes: Node[], zones: Record<string, string>, trie: Trie, throws: string[], say: string, hud: Counter[], events?: Change["events"], last?: import("./messages").Last, code?: string, text?: string, outcome: string}} Explored */
/** @typedef {{log: [string, number][], v: number, g: string, game: string, bottom: number, portrait: boolean, table: Board["table"]}} Game */
/** A try: where it leaves the game, and the moves since. @typedef {{from: number, moves: string[]}} Line */
/** @typedef {{show: (shown: Shown) => void, live: () => void, words: Record<string, string>}} Owner */

export class Tree {
  /** @param {{g: string, lang: string}} page @param {Owner} owner */
  constructor(page, owner) {
    this.page = page;
    this.owner = owner;
    /** @type {Game | undefined} */
    this.game = undefined;
    /** Whether another position than the present one is shown. */
    this.past = false;
    this.ply = 0;
    /** The moves tried from `ply` on. @type {string[]} */
    this.tried = [];
    /** @type {Line[]} */
    this.lines = [];
    /** @type {Replay | undefined} */
    this.replay = undefined;
    this.asked = 0;
  }

  /** A new view of the game. @param {any} game */
  reset(game) {
    this.game = /** @type {Game} */ (game);
    this.replay = undefined;
    this.past = false;
    this.draw();
  }

  /** One ply more. @param {any} game */
  grow(game) {
    this.game = /** @type {Game} */ (game);
    this.replay = undefined;
    this.draw();
  }

  /** Whether a button belongs to the list of moves. @param {string} name @param {string} value */
  act(name, value) {
    const all = this.game?.log.length ?? 0;
    const at = this.past ? this.ply : all;
    if (name === "ply") void this.go(Number(value));
    else if (name === "line") this.#line(Number(value));
    else if (name === "first") void this.go(0);
    else if (name === "prev") this.#back(at);
    else if (name === "next") void this.go(at + 1);
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
    this.past = false;
    this.tried = [];
    this.asked += 1;
    this.draw();
    this.owner.live();
  }

  /** @param {number} place */
  #line(place) {
    const line = this.lines[place];
    if (!line) return;
    this.past = true;
    this.ply = line.from;
    this.tried = line.moves;
    void this.#explore(false);
  }

  /** Show the position after some plies. @param {number} ply */
  async go(ply) {
    const all = this.game?.log.length ?? 0;
    if (ply >= all && !this.tried.length) {
      if (this.past) this.#live();
      return;
    }
    const forward = this.past && !this.tried.length && ply === this.ply + 1;
    this.past = true;
    this.ply = Math.min(ply, all);
    this.tried = [];
    this.draw();
    const replay = await this.#load();
    if (!replay || this.ply !== Math.min(ply, all) || this.tried.length) return;
    const nodes = walk(replay, this.ply);
    const step = replay.plies[this.ply - 1];
    const change = forward && step ? { set: step.set, del: step.del, order: step.order, events: step.events } : undefined;
    this.owner.show({ nodes, change, zones: step?.zones ?? [], say: step?.say ?? "", board: undefined });
    await this.#explore(false, change !== undefined);
  }

  /** Try a move in the position that is shown. @param {string} move */
  async try(move) {
    this.tried = [...this.tried, move];
    const known = this.lines.findIndex((line) => line.from === this.ply && isStart(line.moves, this.tried));
    if (known >= 0) this.lines[known] = { from: this.ply, moves: this.tried };
    else if (!this.lines.some((line) => line.from === this.ply && isStart(this.tried, line.moves))) {
      this.lines.push({ from: this.ply, moves: this.tried });
    }
    await this.#explore(true);
  }

  /** @returns {Promise<Replay | undefined>} */
  async #load() {
    const { game } = this;
    if (!this.replay && game) {
      const query = new URLSearchParams({ lang: this.page.lang, seat: String(game.bottom), portrait: game.portrait ? "1" : "" });
      const answer = await fetch(`/g/${this.page.g}/replay.json?${query}`);
      if (answer.ok) this.replay = await answer.json();
    }
    return this.replay;
  }

  /** Ask the server what may be done in the position that is shown. @param {boolean} moved @param {boolean} [quiet] */
  async #explore(moved, quiet = false) {
    const { game, ply, tried } = this;
    const replay = await this.#load();
    if (!game || !replay) return;
    const place = (this.asked += 1);
    this.draw();
    const position = ply ? replay.plies[ply - 1].position : replay.start;
    const query = new URLSearchParams({
      game: game.game, position: position ?? "", moves: tried.join(" "), lang: this.page.lang,
      seat: String(game.bottom), portrait: game.portrait ? "1" : "",
    });
    const answer = await fetch(`/explore.json?${query}`);
    /** @type {Explored} */
    const found = await answer.json();
    if (place !== this.asked || !this.past) return;
    if (!answer.ok) {
      this.tried = tried.slice(0, -1);
      this.draw();
      return;
    }
    const table = { ...game.table, can: [] };
    /** @type {Board} */
    const board = { g: this.page.g, v: -1, ply, zones: found.zones, say: found.say, hud: found.hud, table, trie: found.trie };
    const change = moved ? { set: found.nodes, del: [], order: found.nodes.map((node) => node[0]), events: found.events ?? [] } : undefined;
    const told = found.last?.say ?? replay.plies[ply - 1]?.say ?? "";
    const say = [told, found.outcome, found.say].filter(Boolean).join(" ");
    if (quiet) board.say = say;
    this.owner.show({ nodes: found.nodes, change, zones: found.last?.zones ?? replay.plies[ply - 1]?.zones ?? [], say, board });
  }

  // --- the list -----------------------------------------------------------------------------------------------------------

  /** Write the list of moves. */
  draw() {
    const { game, lines } = this;
    if (!game) return;
    const list = part("log");
    const items = game.log.map(([move, seat], i) => {
      const at = i + 1;
      const item = make("li", {}, this.#button("ply", String(at), move, seat, this.past ? this.ply === at && !this.tried.length : at === game.log.length));
      return item;
    });
    lines.forEach((line, place) => {
      const current = this.past && this.ply === line.from && this.tried.length > 0 && isStart(this.tried, line.moves);
      const made = make("li", { class: "line" }, this.#button("line", String(place), `${line.from}: ${line.moves.join(" ")}`, -1, current));
      const after = items[line.from];
      if (after) after.before(made);
      items.splice(line.from, 0, made);
    });
    list.replaceChildren(...items);
    const marked = list.querySelector("[aria-current]");
    if (marked instanceof HTMLElement) list.scrollTop = marked.offsetTop - list.clientHeight / 2;
    part("back").hidden = !this.past;
  }

  /** @param {string} act @param {string} value @param {string} text @param {number} seat @param {boolean} current */
  #button(act, value, text, seat, current) {
    const button = make("button", { type: "button", "data-act": act, "data-value": value, "data-seat": String(seat) }, text);
    if (current) button.setAttribute("aria-current", "step");
    return button;
  }
}

/** The nodes after some plies. @param {Replay} replay @param {number} ply @returns {Node[]} */
function walk(replay, ply) {
  let all = new Map(replay.nodes.map((node) => [node[0], node]));
  for (const step of replay.plies.slice(0, ply)) {
    for (const id of step.del) all.delete(id);
    for (const node of step.set) all.set(node[0], node);
    if (step.order) all = new Map(step.order.flatMap((id) => { const node = all.get(id); return node ? [[id, node]] : []; }));
  }
  return [...all.values()];
}

/** @param {readonly string[]} start @param {readonly string[]} moves */
function isStart(start, moves) {
  return start.length <= moves.length && start.every((move, i) => move === moves[i]);
}
