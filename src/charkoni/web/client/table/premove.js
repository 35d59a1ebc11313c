// A premove: taps in the turn of another person, kept and played in one's own turn if they make a move then.
// What is legal is known only then, so any zones may be tapped.

import { markZones } from "../board/transient_marks.js";
import { movesBelow, subtree } from "../board/trie.js";

const MOST_TAPS = 8;

/** The taps of the next move. */
export class Premove {
  /** @param {import("./context").TableContext} table @param {import("../board/scene.js").BoardRenderer} renderer */
  constructor(table, renderer) {
    this.table = table;
    this.renderer = renderer;
    /** @type {string[]} */
    this.taps = [];
  }

  /** Add a tap; one more on the last zone takes it back. @param {string} zone */
  tap(zone) {
    if (this.taps.at(-1) === zone) this.taps.pop();
    else this.taps = [...this.taps, zone].slice(-MOST_TAPS);
    this.#render();
    const { panels, words, now } = this.table;
    if (this.taps.length) panels.showSentence(words.premove);
    else panels.showSentence(now()?.table.status.text ?? "");
  }

  /** Forget all taps. */
  clear() {
    this.taps = [];
    this.#render();
  }

  /** Play the move in one's own turn; in the turn of another person show the taps again. */
  turn() {
    const { play, panels, words, now } = this.table;
    const trie = now()?.trie;
    if (!trie || !this.taps.length) {
      this.#render();
      return;
    }
    const move = premoved(trie, this.taps);
    this.clear();
    if (move) play(move);
    else panels.toast(words["premove-gone"]);
  }

  #render() {
    markZones(this.renderer, this.taps, "premove");
  }
}

/**
 * The move that taps make: that of the longest last part of them that leaves no choice, for taps before it may be a
 * choice that was changed.
 * @param {import("../messages").Trie} trie
 * @param {readonly string[]} taps
 * @returns {string | undefined}
 */
export function premoved(trie, taps) {
  for (let start = 0; start < taps.length; start += 1) {
    const moves = movesBelow(subtree(trie, taps.slice(start)));
    if (moves.length === 1) return moves[0];
  }
  return undefined;
}
