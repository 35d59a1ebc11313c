// A walk through the tree of moves: earlier positions and variations, fetched from the server and shown.

import { GameHistory, nodesAt } from "./history.js";
import { isPrefix } from "../board/trie.js";

/** @typedef {import("./tree").Shown} Shown */
/** @typedef {import("../messages").BoardReply} Board */

/** Shows places of a tree of moves. */
export class TreeWalk {
  /** @param {import("./tree").Tree} tree */
  constructor(tree) {
    this.tree = tree;
    this.history = new GameHistory(tree.page);
    this.requests = 0;
  }

  /** Carry out an action of the list of moves. @param {string} name @param {string} value */
  act(name, value) {
    const { tree } = this;
    if (name === "ply") void this.go(Number(value));
    else if (name === "line") this.#showVariation(Number(value));
    else if (name === "first") void this.go(0);
    else if (name === "prev") this.#back(tree.at);
    else if (name === "next") void this.go(tree.at + 1);
    else this.#live();
  }

  /** @param {number} at */
  #back(at) {
    if (!this.tree.tried.length) void this.go(Math.max(0, at - 1));
    else {
      this.tree.tried = this.tree.tried.slice(0, -1);
      void this.#explore(false);
    }
  }

  #live() {
    this.tree.isPast = false;
    this.tree.tried = [];
    this.requests += 1;
    this.tree.render();
    this.tree.handlers.live();
  }

  /** @param {number} place */
  #showVariation(place) {
    const variation = this.tree.variations[place];
    if (variation) this.#showLine(variation.from, variation.moves);
  }

  /** @param {number} from @param {string[]} moves */
  #showLine(from, moves) {
    this.tree.isPast = true;
    this.tree.ply = from;
    this.tree.tried = moves;
    void this.#explore(false);
  }

  /** Add a variation unless it is there, and show its end. @param {number} from the ply it leaves the game after @param {string[]} moves */
  add(from, moves) {
    const { variations } = this.tree;
    if (!variations.some((known) => known.from === from && isPrefix(moves, known.moves))) variations.push({ from, moves });
    this.#showLine(from, moves);
  }

  /** Show the position after some plies. @param {number} ply */
  async go(ply) {
    const all = this.tree.game?.log.length ?? 0;
    if (ply >= all && !this.tree.tried.length) {
      if (this.tree.isPast) this.#live();
      return;
    }
    const forward = this.tree.isPast && !this.tree.tried.length && ply === this.tree.ply + 1;
    const request = (this.requests += 1);
    this.tree.isPast = true;
    this.tree.ply = Math.min(ply, all);
    this.tree.tried = [];
    this.tree.render();
    const shown = await this.#shown(this.tree.ply);
    if (!shown || request !== this.requests) return;
    this.tree.handlers.show(forward ? shown : { ...shown, change: undefined });
    await this.#explore(false, forward);
  }

  /** The position after some plies, and the change that the last of them made. @param {number} ply @returns {Promise<Shown | undefined>} */
  async #shown(ply) {
    const replay = this.tree.game && (await this.history.load(this.tree.game));
    if (!replay) return undefined;
    const step = replay.plies[ply - 1];
    return { nodes: nodesAt(replay, ply), change: step, zones: step?.zones ?? [], say: step?.say ?? "", board: undefined };
  }

  /** The last ply of the game. @returns {Promise<import("./context").LatestPly | undefined>} */
  async last() {
    const ply = this.tree.game?.log.length ?? 0;
    const shown = ply ? await this.#shown(ply) : undefined;
    const before = shown?.change && (await this.#shown(ply - 1));
    return before && shown?.change ? { before: before.nodes, change: shown.change, say: shown.say } : undefined;
  }

  /** The text of the position after some plies. @param {number} ply */
  async position(ply) {
    const replay = this.tree.game && (await this.history.load(this.tree.game));
    return replay ? (ply ? replay.plies[ply - 1]?.position : replay.start) ?? "" : undefined;
  }

  /** Try moves from the present position on, as it will be after them. */
  async plan() {
    this.tree.isPast = true;
    this.tree.ply = this.tree.game?.log.length ?? 0;
    this.tree.tried = [];
    await this.#explore(false);
  }

  /** Try a move in the position that is shown. @param {string} move */
  async try(move) {
    this.tree.tried = [...this.tree.tried, move];
    const index = this.tree.variations.findIndex((variation) => variation.from === this.tree.ply && isPrefix(variation.moves, this.tree.tried));
    if (index >= 0) this.tree.variations[index] = { from: this.tree.ply, moves: this.tree.tried };
    else if (!this.tree.variations.some((variation) => variation.from === this.tree.ply && isPrefix(this.tree.tried, variation.moves))) {
      this.tree.variations.push({ from: this.tree.ply, moves: this.tree.tried });
    }
    await this.#explore(true);
  }

  /** Show the position of the variation and what may be tapped in it. @param {boolean} moved animate its last move @param {boolean} [keeps] keep the sentence of the last ply */
  async #explore(moved, keeps = false) {
    const { game, ply, tried } = this.tree;
    const request = (this.requests += 1);
    this.tree.render();
    const position = await this.position(ply);
    if (!game || position === undefined) return;
    const explored = await this.history.explore(game, position, tried);
    if (request !== this.requests || !this.tree.isPast) return;
    if (!explored) {
      this.tree.tried = tried.slice(0, -1);
      this.tree.render();
      return;
    }
    const step = this.history.replay?.plies[ply - 1];
    const table = { ...game.table, can: [] };
    /** @type {Board} */
    const board = { g: this.tree.page.g, v: -1, ply, zones: explored.zones, say: explored.say, hud: explored.hud, table, trie: explored.trie };
    const change = moved ? { set: explored.nodes, del: [], order: explored.nodes.map((node) => node[0]), events: explored.events ?? [] } : undefined;
    const say = [explored.last?.say ?? step?.say, explored.outcome, explored.say].filter(Boolean).join(" ");
    if (keeps) board.say = say;
    this.tree.handlers.show({ nodes: explored.nodes, change, zones: explored.last?.zones ?? step?.zones ?? [], say, board });
  }
}
