// The history of a game: its plies, and the positions that other moves would lead to.  Both are fetched from the server.

import { changed } from "../board/scene.js";

/** @typedef {import("../messages").Node} Node */
/** @typedef {import("../messages").Event} Event */
/** @typedef {import("../board/explored").Explored} Explored */
/** The perspective on a game, and the version of it. @typedef {{g: string, v: number, game: string, bottom: number, portrait: boolean}} Seen */
/** A ply, as a delta of the nodes before it. @typedef {{m: string, turn: number, events: Event[], set: Node[], del: string[], order?: string[], say: string, zones: string[], position: string}} Step */
/** All plies, from the nodes and the text of the start. @typedef {{v: number, start: string, nodes: Node[], plies: Step[], bottom: number, portrait: boolean}} Replay */

/** Fetches the history of one game and caches it until the game has changed. */
export class GameHistory {
  /** @param {{g: string, lang: string}} page key of the game, language of its sentences */
  constructor(page) {
    this.page = page;
    /** @type {Replay | undefined} */
    this.replay = undefined;
  }

  /** The query of a view. @param {Seen} game */
  #query(game) {
    return { lang: this.page.lang, seat: String(game.bottom), portrait: game.portrait ? "1" : "" };
  }

  /** All plies of the game; those of an older version while the server does not answer. @param {Seen} game @returns {Promise<Replay | undefined>} */
  async load(game) {
    const { replay } = this;
    if (!replay || replay.v !== game.v || replay.bottom !== game.bottom || replay.portrait !== game.portrait) {
      const answer = await fetch(`/g/${this.page.g}/replay.json?${new URLSearchParams(this.#query(game))}`);
      if (answer.ok) this.replay = { ...(await answer.json()), bottom: game.bottom, portrait: game.portrait };
    }
    return this.replay;
  }

  /** The position behind some moves; undefined when the rules forbid them. @param {Seen} game @param {string} position @param {string[]} moves @returns {Promise<Explored | undefined>} */
  async explore(game, position, moves) {
    const query = new URLSearchParams({ ...this.#query(game), game: game.game, position, moves: moves.join(" ") });
    const answer = await fetch(`/explore.json?${query}`);
    return answer.ok ? answer.json() : undefined;
  }
}

/** The nodes after some plies. @param {Pick<Replay, "nodes" | "plies">} replay @param {number} ply how many @returns {Node[]} */
export function nodesAt(replay, ply) {
  return replay.plies.slice(0, ply).reduce((nodes, step) => changed(nodes, step), replay.nodes);
}
