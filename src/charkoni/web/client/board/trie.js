// The trie of taps: sequences of zones that lead to moves.  Pure functions.

/** @typedef {import("../messages").Trie} Trie */

/**
 * The node behind a prefix: a trie of more zones, a complete move, or undefined.
 * @param {Trie | undefined} trie
 * @param {readonly string[]} prefix
 * @returns {Trie | string | undefined}
 */
export function subtree(trie, prefix) {
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
export function nextZones(trie, prefix) {
  const node = subtree(trie, prefix);
  return typeof node === "object" ? Object.keys(node) : [];
}

/**
 * All moves below a node, each once.
 * @param {Trie | string | undefined} node
 * @returns {string[]}
 */
export function movesBelow(node) {
  if (node === undefined) return [];
  if (typeof node === "string") return [node];
  return [...new Set(Object.values(node).flatMap(movesBelow))];
}

/**
 * The only move below a node and the zones still to be tapped for it; undefined when there are several.
 * @param {Trie | string | undefined} node
 * @returns {{move: string, zones: string[]} | undefined}
 */
export function onlyMove(node) {
  const moves = movesBelow(node);
  if (moves.length !== 1) return undefined;
  const zones = [];
  while (typeof node === "object") {
    const zone = Object.keys(node)[0];
    zones.push(zone);
    node = node[zone];
  }
  return { move: moves[0], zones };
}

/**
 * Whether chips may need a row below the board: they stand among zones, or no zone has been tapped before them.
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
 * The first sequence of taps that leads to a move; undefined without one.
 * @param {Trie | string | undefined} node
 * @param {string} move
 * @returns {string[] | undefined}
 */
export function taps(node, move) {
  if (node === move) return [];
  if (typeof node !== "object") return undefined;
  for (const [zone, child] of Object.entries(node)) {
    const rest = taps(child, move);
    if (rest) return [zone, ...rest];
  }
  return undefined;
}

/** Whether a sequence of zones or moves begins with another. @param {readonly string[]} start @param {readonly string[]} all */
export function isPrefix(start, all) {
  return start.length <= all.length && start.every((each, i) => each === all[i]);
}

/** The place of the next tap of a sequence after some taps: the first one when these are no part of it. @param {string[]} sequence @param {string[]} prefix */
export function nextTap(sequence, prefix) {
  return isPrefix(prefix, sequence) ? prefix.length : 0;
}
