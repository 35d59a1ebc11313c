// The trie of taps: which zones, one after the other, mean which move.  Pure functions.

/** @typedef {import("./messages").Trie} Trie */

/**
 * What stands behind a prefix: more zones, a complete move, or nothing.
 * @param {Trie | undefined} trie
 * @param {readonly string[]} prefix
 * @returns {Trie | string | undefined}
 */
export function follow(trie, prefix) {
  /** @type {Trie | string | undefined} */
  let node = trie;
  for (const zone of prefix) {
    if (typeof node !== "object" || !Object.hasOwn(node, zone)) return undefined;
    node = node[zone];
  }
  return node;
}

/**
 * The zones that may be tapped after a prefix.
 * @param {Trie | undefined} trie
 * @param {readonly string[]} prefix
 * @returns {string[]}
 */
export function next(trie, prefix) {
  const node = follow(trie, prefix);
  return typeof node === "object" ? Object.keys(node) : [];
}

/**
 * All moves behind a node, each once.
 * @param {Trie | string | undefined} node
 * @returns {string[]}
 */
export function moves(node) {
  if (node === undefined) return [];
  if (typeof node === "string") return [node];
  return [...new Set(Object.values(node).flatMap(moves))];
}

/**
 * The taps that are left when only one move remains behind a node, else undefined.
 * @param {Trie | string | undefined} node
 * @returns {{move: string, taps: string[]} | undefined}
 */
export function forced(node) {
  const found = moves(node);
  if (found.length !== 1) return undefined;
  const taps = [];
  while (typeof node === "object") {
    const zone = Object.keys(node)[0];
    taps.push(zone);
    node = node[zone];
  }
  return { move: found[0], taps };
}

/**
 * Whether chips may have to stand in a row below the board: among zones, or with no zone before them.
 * @param {Trie | string | undefined} node
 * @param {(zone: string) => boolean} isChip
 * @param {boolean} [anchored] whether a zone has been tapped before
 * @returns {boolean}
 */
export function needsRow(node, isChip, anchored = false) {
  if (typeof node !== "object") return false;
  const zones = Object.keys(node);
  const chips = zones.filter(isChip).length;
  if (chips && (!anchored || chips < zones.length)) return true;
  return zones.some((zone) => needsRow(node[zone], isChip, anchored || !isChip(zone)));
}

/**
 * One way to tap a move.
 * @param {Trie | string | undefined} node
 * @param {string} move
 * @returns {string[] | undefined}
 */
export function script(node, move) {
  if (node === move) return [];
  if (typeof node !== "object") return undefined;
  for (const [zone, child] of Object.entries(node)) {
    const rest = script(child, move);
    if (rest) return [zone, ...rest];
  }
  return undefined;
}
