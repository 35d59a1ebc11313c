// The moves of the game and what might have been: the list, walking to and fro, trying other moves.

import { make, part } from "./panels.js";

/** @typedef {import("./messages").Node} Node */
/** @typedef {import("./messages").Board} Board */
/** @typedef {import("./messages").Trie} Trie */
/** @typedef {import("./messages").Counter} Counter */
/** @typedef {import("./anim.js").Change} Change */
/** @typedef {{nodes: Node[], change?: Change, zones: string[], say: string, board: Board | undefined}} Shown */
/** @typedef {{m: string, turn: number, events: Change["events"], set: Node[], del: string[], order?: string[], say: string, zones: string[], position: string}} Step */
/** @typedef {{v: number, start: string, nodes: Node[], plies: Step[], bottom: number, portrait: boolean}} Replay */
/** @typedef {{nodes: Node[], zones: Record<string, string>, trie: Trie, throws: string[], say: string, hud: Counter[], events?: Change["events"], last?: import("./messages").Last, outcome: string}} Explored */
/** @typedef {{log: [string, number][], v: number, g: string, game: string, bottom: number, portrait: boolean, table: Board["table"]}} Game */
/** A try: where it leaves the game, and the moves since. @typedef {{from: number, moves: string[]}} Line */
/** @typedef {{show: (shown: Shown) => void, live: () => void}} Owner */

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
    this.asked = 0;
    /** @type {Promise<{walk: typeof import("./past.js").walk, past: import("./past.js").Past}> | undefined} */
    this.tools = undefined;
  }

  /** What walks and explores; fetched when somebody looks back for the first time. */
  #tools() {
    return (this.tools ??= import("./past.js").then(({ Past, walk }) => ({ walk, past: new Past(this.page) })));
  }

  /** A new view of the game. @param {any} game */
  reset(game) {
    this.game = /** @type {Game} */ (game);
    this.past = false;
    this.tried = [];
    this.draw();
  }

  /** One ply more. @param {any} game */
  grow(game) {
    this.game = /** @type {Game} */ (game);
    const list = part("log");
    const { length } = this.game.log;
    if (this.past || this.lines.length || list.children.length !== length - 1) {
      this.draw();
      return;
    }
    list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    list.append(this.#item(length - 1, true));
  }

  /** How many plies lie behind what is shown. */
  get at() {
    return this.past ? this.ply : this.game?.log.length ?? 0;
  }

  /** Whether a button belongs to the list of moves. @param {string} name @param {string} value */
  act(name, value) {
    if (name === "ply") void this.go(Number(value));
    else if (name === "line") this.#line(Number(value));
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
    const place = (this.asked += 1);
    this.past = true;
    this.ply = Math.min(ply, all);
    this.tried = [];
    this.draw();
    const shown = await this.#shown(this.ply);
    if (!shown || place !== this.asked) return;
    this.owner.show(forward ? shown : { ...shown, change: undefined });
    await this.#explore(false, forward);
  }

  /** The position after some plies, and how the last of them came about. @param {number} ply @returns {Promise<Shown | undefined>} */
  async #shown(ply) {
    const { walk, past } = await this.#tools();
    const replay = this.game && (await past.load(this.game));
    if (!replay) return undefined;
    const step = replay.plies[ply - 1];
    return { nodes: walk(replay, ply), change: step, zones: step?.zones ?? [], say: step?.say ?? "", board: undefined };
  }

  /** The last ply: the nodes before it, and what it changed. @returns {Promise<{before: Node[], change: Change, say: string} | undefined>} */
  async last() {
    const ply = this.game?.log.length ?? 0;
    const shown = ply ? await this.#shown(ply) : undefined;
    const before = shown?.change && (await this.#shown(ply - 1));
    return before && shown?.change ? { before: before.nodes, change: shown.change, say: shown.say } : undefined;
  }

  /** The text of the position after some plies. @param {number} ply */
  async position(ply) {
    const { past } = await this.#tools();
    const replay = this.game && (await past.load(this.game));
    return replay ? (ply ? replay.plies[ply - 1]?.position : replay.start) ?? "" : undefined;
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

  /** Ask the server what may be done in the position that is shown. @param {boolean} moved @param {boolean} [quiet] */
  async #explore(moved, quiet = false) {
    const { game, ply, tried } = this;
    const place = (this.asked += 1);
    this.draw();
    const position = await this.position(ply);
    if (!game || position === undefined) return;
    const { past } = await this.#tools();
    const found = await past.explore(game, position, tried);
    if (place !== this.asked || !this.past) return;
    if (!found) {
      this.tried = tried.slice(0, -1);
      this.draw();
      return;
    }
    const step = past.replay?.plies[ply - 1];
    const table = { ...game.table, can: [] };
    /** @type {Board} */
    const board = { g: this.page.g, v: -1, ply, zones: found.zones, say: found.say, hud: found.hud, table, trie: found.trie };
    const change = moved ? { set: found.nodes, del: [], order: found.nodes.map((node) => node[0]), events: found.events ?? [] } : undefined;
    const say = [found.last?.say ?? step?.say, found.outcome, found.say].filter(Boolean).join(" ");
    if (quiet) board.say = say;
    this.owner.show({ nodes: found.nodes, change, zones: found.last?.zones ?? step?.zones ?? [], say, board });
  }

  // --- the list -----------------------------------------------------------------------------------------------------------

  /** Write the list of moves. */
  draw() {
    const { game, lines } = this;
    if (!game) return;
    const list = part("log");
    const tries = lines.map((line, place) => {
      const current = this.past && this.ply === line.from && this.tried.length > 0 && isStart(this.tried, line.moves);
      return make("li", { class: "line" }, this.#button("line", String(place), `${line.from}: ${line.moves.join(" ")}`, -1, current));
    });
    /** @param {number} ply */
    const after = (ply) => tries.filter((_, place) => lines[place].from === ply);
    const items = game.log.flatMap((_, i) => {
      const current = this.past ? this.ply === i + 1 && !this.tried.length : i + 1 === game.log.length;
      return [...after(i), this.#item(i, current)];
    });
    items.push(...after(game.log.length));
    list.replaceChildren(...items);
    this.#scroll();
    part("back").hidden = !this.past;
  }

  /** A ply in the list. @param {number} place @param {boolean} current */
  #item(place, current) {
    const [move, seat] = this.game?.log[place] ?? ["", -1];
    return make("li", {}, this.#button("ply", String(place + 1), move, seat, current));
  }

  /** Bring the ply that is shown into sight.  While the game goes on its end is in sight by itself. */
  #scroll() {
    const list = part("log");
    const box = /** @type {HTMLElement} */ (list.parentElement);
    const marked = this.past && list.querySelector("[aria-current]");
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

/** @param {readonly string[]} start @param {readonly string[]} moves */
function isStart(start, moves) {
  return start.length <= moves.length && start.every((move, i) => move === moves[i]);
}
