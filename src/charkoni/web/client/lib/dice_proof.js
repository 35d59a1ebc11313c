// The proof of a game's dice, checked in the browser; the protocol is described in docs/dice.md.

import { seedText } from "./receipts.js";
import { sha256 } from "./sha256.js";

/** @typedef {import("./receipts.js").Receipt} Receipt */
/**
 * The document of a game's dice, as `/g/<key>/dice.json` has it.
 * @typedef {{version: number, id: string, game: string, start: string, commitments: string[], commitment: string, faces: string,
 *   plies: {m: string, number?: number, seat?: number}[], key?: string, seeds?: string[]}} Document
 */
/**
 * The result of a check.  fault: why the dice are not right, "" when they are; open: the game goes on; nothing: there
 * is nothing to check against.  throws: how many follow.  unknown: how many only a program with the rules can check.
 * @typedef {{fault: "" | "open" | "nothing" | "old" | "other" | "key" | "players" | "seed" | "own" | "throw" | "seen", number: number, throws: number, unknown: number, own: string[]}} Verdict
 */

/** Check a document against what was kept. @param {Document} proof @param {Partial<Receipt>} kept @returns {Verdict} */
export function checkDice(proof, kept) {
  /** @type {Verdict} */
  const verdict = { fault: "", number: -1, throws: 0, unknown: 0, own: Object.keys(kept.seeds ?? {}) };
  verdict.fault = faultOfPromises(proof, kept);
  if (verdict.fault) return verdict;
  const thrown = proof.plies.filter((ply) => ply.number !== undefined);
  const [texts, weights] = facesOf(proof.faces);
  const shares = proof.commitments.map((commitment, seat) => share(commitment, proof.seeds?.[seat] ?? ""));
  const base = `charkoni-throw:${proof.id}:`;
  for (const [number, { m, number: stated }] of thrown.entries()) {
    verdict.number = number;
    const digest = BigInt(`0x${sha256(`${base}${number}:${[proof.key, ...shares].join(":")}`)}`);
    if (stated !== number) verdict.fault = "throw";
    else if (!texts.includes(m)) verdict.unknown += 1;
    else if (texts[chosen(digest, weights)] !== m) verdict.fault = "throw";
    else verdict.throws += 1;
    if (!verdict.fault && number < (kept.throws?.length ?? 0) && kept.throws?.[number] !== m) verdict.fault = "seen";
    if (verdict.fault) return verdict;
  }
  if (thrown.length < (kept.throws?.length ?? 0)) verdict.fault = "seen";
  return verdict;
}

/** @param {Document} proof @param {Partial<Receipt>} kept @returns {Verdict["fault"]} */
function faultOfPromises(proof, kept) {
  if (proof.version !== 2) return "old";
  if (!kept.commitment) return "nothing";
  if (kept.game && kept.game !== proof.id) return "other";
  if (!proof.key || !proof.seeds) return "open";
  const { id, key, seeds, commitments } = proof;
  if (sha256(["charkoni-key", id, proof.faces, key, ...commitments].join(":")) !== kept.commitment) return "key";
  if (kept.commitments && String(kept.commitments) !== String(commitments)) return "players";
  if (commitments.some((commitment, seat) => commitment.length > 1 && sha256(seedText(id, seat, seeds[seat])) !== commitment)) return "seed";
  if (Object.entries(kept.seeds ?? {}).some(([seat, seed]) => seeds[Number(seat)] !== seed)) return "own";
  return "";
}

/** The part of a seat in all throws: its seed, the hash of its word ("-"), or nothing. @param {string} commitment @param {string} secret */
function share(commitment, secret) {
  if (commitment === "-") return secret && sha256(`charkoni-word:${secret}`);
  return commitment && secret;
}

/** The possible throws and their weights, from "[111]*1 [112]*3". @param {string} faces @returns {[string[], number[]]} */
function facesOf(faces) {
  const pairs = faces.split(" ").filter(Boolean).map((face) => face.split("*"));
  return [pairs.map(([text]) => text), pairs.map(([, weight]) => Number(weight))];
}

/** The index that a number chooses, each as often as its weight. @param {bigint} digest @param {number[]} weights */
function chosen(digest, weights) {
  let rest = Number(digest % BigInt(weights.reduce((sum, weight) => sum + weight, 0)));
  return weights.findIndex((weight) => (rest -= weight) < 0);
}
