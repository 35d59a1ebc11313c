// The receipts of games with dice, kept by this browser, and its promises; the protocol is described in docs/dice.md.

/**
 * What a browser has kept of a game's dice since before the first throw.
 * game: its key.  seeds: its own, by seat.  commitments: by seat.  commitment: the server's, "" before it.  faces: the
 * possible throws.  throws: those that were seen.  skipped: how many throws were older.
 * @typedef {{game: string, seeds: Record<string, string>, commitments: string[], commitment: string, faces: string, throws: string[], skipped: number}} Receipt
 */

const PREFIX = "dice-";
const MOST = 100;
/** Receipts of a browser that stores nothing. @type {Map<string, string>} */
const unstored = new Map();

/** The receipt of a game, a new one if there is none. @param {string} game @returns {Receipt} */
export function receiptOf(game) {
  let text = unstored.get(game);
  try {
    text = localStorage.getItem(PREFIX + game) ?? text;
  } catch {
    // storage is switched off
  }
  return text ? JSON.parse(text) : { game, seeds: {}, commitments: [], commitment: "", faces: "", throws: [], skipped: 0 };
}

/** Keep a receipt; the oldest go when there are too many. @param {Receipt} receipt */
export function storeReceipt(receipt) {
  const text = JSON.stringify(receipt);
  unstored.set(receipt.game, text);
  try {
    if (localStorage.getItem(PREFIX + receipt.game) === text) return;
    localStorage.setItem(PREFIX + receipt.game, text);
    const known = JSON.parse(localStorage.getItem(`${PREFIX}games`) ?? "[]").filter((/** @type {string} */ game) => game !== receipt.game);
    known.push(receipt.game);
    for (const old of known.splice(0, known.length - MOST)) localStorage.removeItem(PREFIX + old);
    localStorage.setItem(`${PREFIX}games`, JSON.stringify(known));
  } catch {
    // storage is switched off or full
  }
}

/** The text whose SHA-256 is the commitment of a seat to its seed. @param {string} g @param {number | string} seat @param {string} seed */
export function seedText(g, seat, seed) {
  return `charkoni-seed:${g}:${seat}:${seed}`;
}
