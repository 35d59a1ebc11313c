// The texts of moves by their codes: those of a position come with it, others are fetched when a line needs them.

const WAIT_MS = 400;
/** How long it is waited after a failure. */
const AGAIN_MS = 10_000;
const MOST = 100;

/** Names the moves of a game. */
export class MoveNames {
  /** @param {string} game @param {() => void} learned called when texts have been fetched */
  constructor(game, learned) {
    this.game = game;
    this.learned = learned;
    /** @type {Map<string, string>} */
    this.known = new Map();
    /** @type {Set<string>} */
    this.wanted = new Set();
    this.isAsking = false;
  }

  /** @param {Record<string, string>} moves texts by code */
  add(moves) {
    for (const [code, move] of Object.entries(moves)) this.known.set(code, move);
  }

  /** The texts of a line, up to the first that is not known yet. @param {number[]} codes @returns {string[]} */
  line(codes) {
    const found = codes.map((code) => this.known.get(String(code)));
    const unknown = found.indexOf(undefined);
    codes.forEach((code, place) => { if (found[place] === undefined) this.wanted.add(String(code)); });
    const moves = /** @type {string[]} */ (unknown < 0 ? found : found.slice(0, unknown));
    if (this.wanted.size && !this.isAsking) void this.#fetch();
    return moves;
  }

  async #fetch() {
    this.isAsking = true;
    await new Promise((done) => { setTimeout(done, WAIT_MS); });
    const codes = [...this.wanted].slice(0, MOST);
    const answer = await fetch(`/moves.json?${new URLSearchParams({ game: this.game, codes: codes.join(" ") })}`).catch(() => undefined);
    this.wanted.clear();
    if (answer?.ok) this.add(await answer.json());
    else await new Promise((done) => { setTimeout(done, AGAIN_MS); });
    this.isAsking = false;
    if (answer?.ok) this.learned();
  }
}
