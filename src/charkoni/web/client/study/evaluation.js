// The running evaluation of a position, searched on this device: bar, best lines, depth and speed.

import { Thinker, questionOf } from "../engine/thinker.js";
import { MoveNames } from "../engine/names.js";
import { fill, make, makeSvg, mark, part } from "../lib/elements.js";

/** @typedef {import("../engine/question").Report} Report */
/** What the server says of a position: see `BrowserEngines.question`. @typedef {import("../engine/question").Asked & {player: number}} Search */
/** engine: address of the search, "" where there is none; sides: of the players, by seat; hues, names: of the sides. @typedef {{engine: string, game: string, lang: string, sides: number[], hues: string[], names: string[], words: Record<string, string>}} Options */
/**
 * @typedef {object} Handlers
 * @property {(moves: string[]) => void} played called with the moves up to the one of a line that was tapped
 * @property {() => void} failed called once, when this device cannot search
 */

const LINES = 3;
/** How many moves of a line are shown. */
const LENGTH = 8;
const OFF = "analysis-off";

/** The evaluation of a page. */
export class Evaluation {
  /** @param {Options} options @param {Handlers} handlers */
  constructor(options, handlers) {
    this.options = options;
    this.handlers = handlers;
    this.percent = new Intl.NumberFormat(options.lang, { style: "percent" });
    this.compact = new Intl.NumberFormat(options.lang, { notation: "compact", maximumSignificantDigits: 2 });
    this.names = new MoveNames(options.game, () => this.#render());
    /** The number of searches so far: entries of the table that are older are replaced first. */
    this.age = 0;
    /** @type {Search | undefined} */
    this.search = undefined;
    /** @type {Report | undefined} */
    this.report = undefined;
    /** @type {Thinker | undefined} */
    this.thinker = undefined;
    this.isOn = !stored();
    this.hasFailed = !options.engine;
    part("evaluation-switch").addEventListener("click", () => this.#switch());
    document.addEventListener("visibilitychange", () => this.#run());
    this.#render();
  }

  /** Whether this device searches, or could. */
  get isHere() {
    return !this.hasFailed;
  }

  /** The best move found so far, "" before there is one. */
  get best() {
    return this.names.line(this.report?.rows[0]?.line.slice(0, 1) ?? [])[0] ?? "";
  }

  /** Evaluate another position. @param {Search | undefined} search undefined while it is on its way, and where nobody decides any more */
  show(search) {
    this.search = search;
    this.report = undefined;
    if (search) this.names.add(search.moves);
    this.#run();
    this.#render();
  }

  #run() {
    if (this.hasFailed) return;
    if (!this.search || !this.isOn || document.hidden) {
      this.thinker?.stop();
      return;
    }
    this.thinker ??= new Thinker(this.options.engine, { ready: () => {}, failed: () => this.#fail() });
    this.age = (this.age + 1) % 64;
    const { search } = this;
    this.thinker.ask(questionOf(search, { lines: LINES, age: this.age }), (report) => {
      if (search !== this.search) return;
      this.report = report;
      this.#render();
    });
  }

  #fail() {
    this.hasFailed = true;
    this.report = undefined;
    this.#render();
    this.handlers.failed();
  }

  #switch() {
    this.isOn = !this.isOn;
    store(!this.isOn);
    this.#run();
    this.#render();
  }

  // --- the panel ----------------------------------------------------------------------------------------------------------

  #render() {
    const { words } = this.options;
    const { report } = this;
    const state = part("evaluation-state");
    part("evaluation-switch").textContent = this.isOn ? words.stop : words.go;
    part("evaluation-switch").hidden = this.hasFailed;
    mark(part("evaluation"), { at: report ? "found" : "empty", depth: String(report?.depth ?? 0) });
    state.textContent = this.hasFailed ? words["not-here"] : report ? this.#progress(report) : this.isOn && this.search ? words.asking : "";
    if (!report?.rows.length || !this.search) {
      part("evaluation-bar").replaceChildren();
      part("evaluation-lines").replaceChildren();
      return;
    }
    const shares = sharesOf(report.rows[0].value, this.search.player, this.options.sides);
    const numbers = shares.map((share) => make("span", {}, this.percent.format(share)));
    // The numbers of two sides stand at the ends of the bar, those of more below it.
    const first = shares.length === 2 ? numbers.splice(0, 1) : [];
    part("evaluation-bar").replaceChildren(...first, this.#bar(shares), ...numbers);
    this.#renderLines(report);
  }

  /** Depth and speed in words. @param {Report} report */
  #progress({ depth, nodes, seconds }) {
    const { words } = this.options;
    return `${fill(words.depth, { depth: String(depth) })} · ${fill(words.speed, { n: this.compact.format(nodes / Math.max(seconds, 0.001)) })}`;
  }

  /** @param {number[]} shares */
  #bar(shares) {
    const { names, hues } = this.options;
    const label = names.map((name, side) => `${name} ${this.percent.format(shares[side])}`).join(", ");
    const svg = makeSvg("svg", { viewBox: "0 0 100 10", preserveAspectRatio: "none", role: "img", "aria-label": label });
    let x = 0;
    shares.forEach((share, side) => {
      svg.append(makeSvg("rect", { class: `hue-${hues[side]}`, x, width: 100 * share, height: 10 }));
      x += 100 * share;
    });
    if (shares.length === 2) svg.append(makeSvg("path", { class: "even", d: "M50 0V10" }));
    return svg;
  }

  /** Show the best lines; what has not changed stays, with its focus. @param {Report} report */
  #renderLines(report) {
    const list = part("evaluation-lines");
    if (list.querySelector("button:active")) return; // a click is lost if its button is another one at the release
    const lines = report.rows.filter(({ line }) => line.length).slice(0, LINES);
    lines.forEach((row, place) => {
      const moves = this.names.line(row.line.slice(0, LENGTH));
      const key = `${this.percent.format(row.value)} ${moves.join(" ")}`;
      const old = /** @type {HTMLElement | undefined} */ (list.children[place]);
      if (old?.dataset.key === key) return;
      const focused = old ? [...old.querySelectorAll("button")].indexOf(/** @type {HTMLButtonElement} */ (document.activeElement)) : -1;
      const made = make("li", { "data-key": key }, make("b", {}, this.percent.format(row.value)), ...moves.map((move, i) => this.#move(move, moves.slice(0, i + 1))));
      if (old) old.replaceWith(made);
      else list.append(made);
      if (focused >= 0) /** @type {HTMLElement | undefined} */ ([...made.querySelectorAll("button")].at(Math.min(focused, moves.length - 1)))?.focus();
    });
    while (list.children.length > lines.length) list.lastElementChild?.remove();
  }

  /** The button of a move in a line. @param {string} move @param {string[]} moves up to it */
  #move(move, moves) {
    const button = make("button", { type: "button", "aria-label": this.options.words.play.replace("{move}", moves.join(" ")) }, move);
    button.addEventListener("click", () => this.handlers.played(moves));
    return button;
  }
}

/** The share of each side from that of a player: the other sides share the rest equally. @param {number} value @param {number} player @param {number[]} sides of the players @returns {number[]} */
export function sharesOf(value, player, sides) {
  const own = Math.min(Math.max(value, 0), 1);
  const all = [...new Set(sides)];
  return all.map((side) => (side === sides[player] ? own : (1 - own) / Math.max(all.length - 1, 1)));
}

/** Whether the visitor has switched the evaluation off in this browser. */
function stored() {
  try {
    return localStorage.getItem(OFF) === "1";
  } catch {
    return false;
  }
}

/** @param {boolean} isOff */
function store(isOff) {
  try {
    if (isOff) localStorage.setItem(OFF, "1");
    else localStorage.removeItem(OFF);
  } catch {
    // without storage it is on again with the next page
  }
}
