// The browser's part in the dice: it promises a seed for each of its seats, reveals it once everybody has promised, and
// keeps a receipt.  Fetched by tables with dice.

import { receiptOf, seedCommitment, storeReceipt } from "../lib/receipts.js";

/** @typedef {import("../messages").Table} Table */
/** @typedef {import("../lib/connection.js").Connection} Connection */

/** What has been sent: the stage and the seat. @type {Set<string>} */
const sent = new Set();

/**
 * Take the steps that are due at the seats of this browser.
 * @param {string} g key of the game
 * @param {Table} table
 * @param {readonly (readonly [string, number])[]} log moves with the seat, -1 for a throw
 * @param {Pick<Connection, "request">} connection
 */
export function giveSeeds(g, { dice, seats, status }, log, connection) {
  if (!dice || status.state === "waiting") return;
  const own = seats.filter((seat) => seat.you).map((seat) => seat.seat);
  const receipt = receiptOf(g);
  const thrown = log.filter(([, seat]) => seat === -1).map(([move]) => move);
  if (dice.commitment && !receipt.commitment) {
    Object.assign(receipt, { commitment: dice.commitment, commitments: dice.commitments, faces: dice.faces, skipped: thrown.length });
    for (const seat of Object.keys(receipt.seeds)) if (!isMine(Number(seat))) delete receipt.seeds[seat];
  }
  if (receipt.commitment) receipt.throws = longer(receipt.throws, thrown.slice(receipt.skipped));
  /** Whether the promise of a seat is that of this browser. @param {number} seat */
  function isMine(seat) {
    return receipt.seeds[seat] !== undefined && seedCommitment(g, seat, receipt.seeds[seat]) === dice?.commitments[seat];
  }
  if (dice.stage === "commit") for (const seat of own) receipt.seeds[seat] ??= randomSeed();
  storeReceipt(receipt);
  if (status.state !== "open") return;
  for (const seat of own.filter((each) => dice.missing.includes(each) && !sent.has(`${dice.stage} ${each}`))) {
    const seed = receipt.seeds[seat];
    if (dice.stage === "commit") connection.request((n) => ({ type: "promise", g, n, seat, commitment: seedCommitment(g, seat, seed) }));
    // A seed is revealed for those promises only that the receipt holds.
    else if (dice.stage === "reveal" && isMine(seat) && receipt.commitment === dice.commitment) connection.request((n) => ({ type: "reveal", g, n, seat, seed }));
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
  return [...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
