// The receipts of games with dice, kept by this browser.

/** @typedef {import("./dice_proof.js").Receipt} Receipt */

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
