// What a game looked like at a ply, and what might have been: the server explores, the browser knows no rules.

/** @typedef {import("./messages").Node} Node */
/** @typedef {import("./tree.js").Game} Game */
/** @typedef {import("./tree.js").Replay} Replay */
/** @typedef {import("./tree.js").Explored} Explored */

export class Past {
  /** @param {{g: string, lang: string}} page */
  constructor(page) {
    this.page = page;
    /** @type {Replay | undefined} */
    this.replay = undefined;
  }

  /** How a board is asked for. @param {Game} game */
  #wishes(game) {
    return { lang: this.page.lang, seat: String(game.bottom), portrait: game.portrait ? "1" : "" };
  }

  /** All plies of the game as it stands. @param {Game} game @returns {Promise<Replay | undefined>} */
  async load(game) {
    const { replay } = this;
    if (!replay || replay.v !== game.v || replay.bottom !== game.bottom || replay.portrait !== game.portrait) {
      const answer = await fetch(`/g/${this.page.g}/replay.json?${new URLSearchParams(this.#wishes(game))}`);
      if (answer.ok) this.replay = { ...(await answer.json()), bottom: game.bottom, portrait: game.portrait };
    }
    return this.replay;
  }

  /** A position, reached by some moves from one of the game; undefined when the moves cannot be played. @param {Game} game @param {string} position @param {string[]} moves @returns {Promise<Explored | undefined>} */
  async explore(game, position, moves) {
    const query = new URLSearchParams({ ...this.#wishes(game), game: game.game, position, moves: moves.join(" ") });
    const answer = await fetch(`/explore.json?${query}`);
    return answer.ok ? answer.json() : undefined;
  }
}

/** The nodes after some plies. @param {Replay} replay @param {number} ply @returns {Node[]} */
export function walk(replay, ply) {
  let all = new Map(replay.nodes.map((node) => [node[0], node]));
  for (const step of replay.plies.slice(0, ply)) {
    for (const id of step.del) all.delete(id);
    for (const node of step.set) all.set(node[0], node);
    if (step.order) all = new Map(step.order.flatMap((id) => { const node = all.get(id); return node ? [[id, node]] : []; }));
  }
  return [...all.values()];
}
