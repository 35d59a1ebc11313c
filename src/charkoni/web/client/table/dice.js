// The browser's part in the dice: it promises a seed for each of its seats, reveals it once everybody has promised, and
// keeps a receipt.  Fetched by tables with dice.

import { receiptOf, seedText, storeReceipt } from "../lib/receipts.js";

/** @typedef {import("../messages").Table} Table */
/** @typedef {import("../lib/connection.js").Connection} Connection */

/** What has been sent: the stage and the seat. @type {Set<string>} */
const sent = new Set();
/** The steps under way: each begins when the last has stored its receipt. @type {Promise<void>} */
let steps = Promise.resolve();

/** Take the steps that are due, after those under way. @param {Parameters<typeof take>} due */
export function giveSeeds(...due) {
  steps = steps.catch(() => {}).then(() => take(...due));
  return steps;
}

/**
 * Take the steps that are due at the seats of this browser.
 * @param {string} g key of the game
 * @param {Table} table
 * @param {readonly (readonly [string, number])[]} log moves with the seat, -1 for a throw
 * @param {Pick<Connection, "request">} connection
 */
async function take(g, { dice, seats, status }, log, connection) {
  if (!dice || status.state === "waiting") return;
  const own = seats.filter((seat) => seat.you).map((seat) => seat.seat);
  const receipt = receiptOf(g);
  const thrown = log.filter(([, seat]) => seat === -1).map(([move]) => move);
  if (dice.commitment && !receipt.commitment) {
    Object.assign(receipt, { commitment: dice.commitment, commitments: dice.commitments, faces: dice.faces, skipped: thrown.length });
    for (const seat of Object.keys(receipt.seeds)) if (!(await isMine(Number(seat)))) delete receipt.seeds[seat];
  }
  if (receipt.commitment) receipt.throws = longer(receipt.throws, thrown.slice(receipt.skipped));
  /** Whether the promise of a seat is that of this browser. @param {number} seat */
  async function isMine(seat) {
    return receipt.seeds[seat] !== undefined && (await digest(seedText(g, seat, receipt.seeds[seat]))) === dice?.commitments[seat];
  }
  if (dice.stage === "commit") for (const seat of own) receipt.seeds[seat] ??= randomSeed();
  storeReceipt(receipt);
  if (status.state !== "open") return;
  for (const seat of own.filter((each) => dice.missing.includes(each) && !sent.has(`${dice.stage} ${each}`))) {
    const seed = receipt.seeds[seat];
    if (dice.stage === "commit") {
      const commitment = await digest(seedText(g, seat, seed));
      connection.request((n) => ({ type: "promise", g, n, seat, commitment }));
    }
    // A seed is revealed for those promises only that the receipt holds.
    else if (dice.stage === "reveal" && receipt.commitment === dice.commitment && (await isMine(seat))) connection.request((n) => ({ type: "reveal", g, n, seat, seed }));
    else continue;
    sent.add(`${dice.stage} ${seat}`);
  }
}

/** @param {string[]} one @param {string[]} other */
function longer(one, other) {
  return other.length > one.length ? other : one;
}

/** 256 random bits in hexadecimal digits. */
function randomSeed() {
  return digits(crypto.getRandomValues(new Uint8Array(32)));
}

/** The SHA-256 of a text; pages without https have no digest of the browser's. @param {string} text */
async function digest(text) {
  if (!crypto.subtle) return (await import("../lib/sha256.js")).sha256(text);
  return digits(new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))));
}

/** @param {Uint8Array} bytes */
function digits(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
