// The analysis of a finished game on this device: a curve of all positions at once, then one position after the other.

import { Thinker, questionOf } from "../engine/thinker.js";

/** What the server asks of some positions: see `local.questions`. @typedef {{engine: string, plies: number, outline: number, requests: string[]}} Questions */
/** Nodes and lines of a position: points of the player to move, codes of the moves. @typedef {[nodes: number, lines: [value: number, codes: number[]][]]} FoundRow */
/** outline: of all positions, or none; rows: of the first ones. @typedef {{outline: FoundRow[], rows: FoundRow[]}} Found */
/**
 * @typedef {object} Handlers
 * @property {(first: number) => Promise<Questions | undefined>} ask fetches what is asked from a ply on
 * @property {(found: string, isWhole: boolean) => Promise<void>} show called a few times with what has been found, as JSON
 * @property {(done: number, places: number) => void} moved called after each position
 * @property {() => void} failed called when this device cannot search, or the questions do not come
 */

/** How often the report is made anew while it grows: the server writes its sentences. */
const REPORTS = 4;
/** How many moves of a line are sent. */
const LENGTH = 8;
/** Of what is sent at once: a request has at most 64 kB. */
const MOST_CHARACTERS = 60_000;

/** Whether this browser may be able to search. */
export const maySearch = () => typeof WebAssembly === "object" && typeof Worker === "function";

/** Searches the positions of a game. */
export class LocalReport {
  /** @param {Handlers} handlers */
  constructor(handlers) {
    this.handlers = handlers;
    /** @type {Found} */
    this.found = { outline: [], rows: [] };
    /** @type {string[]} */
    this.requests = [];
    this.isRunning = false;
    /** @type {Thinker | undefined} */
    this.thinker = undefined;
    this.stopped = () => {};
  }

  /** Search, or go on after a stop. */
  async run() {
    if (this.isRunning) return;
    this.isRunning = true;
    const end = /** @type {Promise<"stopped">} */ (new Promise((resolve) => { this.stopped = () => resolve("stopped"); }));
    try {
      await this.#run(end);
    } catch {
      if (this.isRunning) this.handlers.failed();
    }
    this.isRunning = false;
    this.thinker?.end();
  }

  stop() {
    this.isRunning = false;
    this.thinker?.stop();
    this.stopped();
  }

  /** @param {Promise<"stopped">} end */
  async #run(end) {
    const { ask, show, moved } = this.handlers;
    const first = await ask(this.requests.length);
    if (!first) throw new Error("no questions");
    const places = first.plies + 1;
    const failed = /** @type {Promise<never>} */ (new Promise((_, reject) => {
      this.thinker = new Thinker(first.engine, { ready: () => {}, failed: (why) => reject(new Error(why)) });
    }));
    failed.catch(() => {});
    this.requests.push(...first.requests);
    while (this.requests.length < places) {
      const more = await ask(this.requests.length);
      if (!more?.requests.length) throw new Error("no more questions");
      this.requests.push(...more.requests);
    }
    const { outline, rows } = this.found;
    let shown = Promise.resolve(); // one report after the other: the answer to an earlier one must not be shown last
    while (this.isRunning && rows.length < places) {
      const isOutline = outline.length < places;
      const place = isOutline ? outline.length : rows.length;
      const found = await Promise.race([this.#search(this.requests[place], isOutline ? { nodes: first.outline, lines: 1 } : {}), failed, end]);
      if (found === "stopped") return;
      (isOutline ? outline : rows).push(found);
      if (!isOutline) moved(rows.length, places);
      const step = Math.ceil(places / REPORTS);
      const isDue = isOutline ? outline.length === places : rows.length % step === 0 && rows.length < places;
      if (!isDue) continue;
      const part = packed(this.found);
      shown = shown.then(() => show(part, false)).catch(() => {}); // the last report has it all
    }
    await Promise.race([shown, end]);
    if (this.isRunning) await show(packed({ outline: [], rows }), true);
  }

  /** The row of a position. @param {string} request "" where the game is over @param {import("../../../search/engine").Settings} settings @returns {Promise<FoundRow>} */
  #search(request, settings) {
    if (!request) return Promise.resolve([0, []]);
    return new Promise((resolve) => {
      this.thinker?.ask(questionOf({ request, moves: {} }, settings), ({ isDone, nodes, rows }) => {
        if (!isDone) return;
        const lines = rows.slice(0, 3).map(({ value, line }) => /** @type {[number, number[]]} */ ([rounded(value), line.slice(0, LENGTH)]));
        resolve([nodes, lines]);
      });
    });
  }
}

/** What is sent, cut to what the server takes. @param {Found} found */
export function packed({ outline, rows }) {
  const whole = JSON.stringify({ outline, rows });
  if (whole.length <= MOST_CHARACTERS) return whole;
  /** @param {FoundRow} row @returns {FoundRow} */
  const cut = ([nodes, lines]) => [nodes, lines.slice(0, 2).map(([value, codes]) => [value, codes.slice(0, 2)])];
  return JSON.stringify({ outline: rows.length ? [] : outline.map(cut), rows: rows.map(cut) });
}

/** @param {number} value */
function rounded(value) {
  return Math.round(1e5 * Math.min(Math.max(value, 0), 1)) / 1e5;
}
