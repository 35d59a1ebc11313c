// The end of a game: its result over the board, its analysis in place, and what comes next.  Fetched when a game is over.

import { form, heading, make, mark, part } from "../lib/elements.js";
import { offerCard } from "./notices.js";

/** @typedef {import("../messages").Table} Table */
/** result: over the board; away: a line below it; analysis: below the board. @typedef {"result" | "away" | "analysis"} Mode */
/** @typedef {{label: string, from: number, moves: string[]}} Line */
/** @typedef {{ply: number, number: number, move: string, who: string, value?: string, grade?: string, kind?: string, named?: string, notes?: string[], lines?: Line[]}} Move */
/** The answer of `/g/<id>/ending.json`. @typedef {{running: boolean, chances: string, card?: string, moves?: Move[], here?: boolean}} Answer */

/** Between the last motion on the board and the result over it. */
const PAUSE_MS = 600;
const ASK_MS = 1000;
const MOVES_EVERY = 3;
/** How long the result of a set is shown before the next one. */
const NEXT_SET_MS = 6000;
/** The actions of the list of moves; they show the board. */
const WALKS = new Set(["ply", "line", "first", "prev", "next"]);

/** The card of a finished game. */
export class Ending {
  /** @param {import("./context").TableContext} table */
  constructor(table) {
    this.table = table;
    this.box = part("ending");
    /** @type {Mode} */
    this.mode = "result";
    /** Whether the server analyses, since this device cannot. */
    this.isElsewhere = typeof WebAssembly !== "object";
    /** @type {Move[]} */
    this.moves = [];
    /** @type {Table | undefined} */
    this.known = undefined;
    this.isFollowing = false;
    /** The analysis on this device, where the server leaves it to it. @type {import("../study/local_report.js").LocalReport | undefined} */
    this.report = undefined;
    this.box.addEventListener("click", (event) => {
      const graph = /** @type {Element} */ (event.target).closest(".chances");
      if (graph) void this.#look(Math.max(plyAt(graph, event.clientX), 1));
    });
  }

  /** Show the state of a table whose game is over. @param {Table} state */
  show(state) {
    const before = this.known;
    this.known = state;
    const line = document.getElementById("match");
    if (line && state.match) line.textContent = state.match.text;
    if (!before) void this.#begin();
    else if (state.next && !before.next) this.#moveOn(state); // everybody moves to the new table
    else this.#again();
  }

  /** Go to the next game; to the next set of a match after a while, unless somebody looks at this one. @param {Table} state */
  #moveOn(state) {
    const { next = "", match } = state;
    if (!match || match.decided) return location.assign(next);
    this.#again();
    setTimeout(() => { if (this.mode === "result" && !this.table.tree.isPast) location.assign(next); }, NEXT_SET_MS);
  }

  async #begin() {
    const { table } = this;
    const [answer] = await Promise.all([this.#ask("POST"), styles(), table.animator.rest(PAUSE_MS)]);
    if (!answer?.card) return;
    this.box.innerHTML = answer.card;
    document.querySelector(".dock")?.prepend(part("ending-back"));
    this.box.hidden = false;
    const at = document.activeElement;
    if (at instanceof HTMLElement && at.matches(".counter")) at.blur(); // what it means would cover the result
    keepOnce();
    const line = document.getElementById("ending-dice");
    if (line) void import("../lib/dice_verdict.js").then(({ sayWhetherFair }) => sayWhetherFair(table.g, line));
    this.#setMode(table.tree.isPast ? "away" : "result");
    this.#again();
    this.#update(answer);
    if (answer.here) void this.#search();
    else if (answer.running) void this.#follow();
  }

  /** Analyse the game on this device. */
  async #search() {
    const { LocalReport } = await import("../study/local_report.js");
    this.report ??= new LocalReport({
      ask: (first) => this.#ask("GET", String(first)).then((asked) => /** @type {any} */ (asked)),
      show: async (found, isWhole) => {
        const answer = await this.#ask("POST", found);
        if (answer) this.#update(answer);
        if (isWhole && this.mode === "analysis") await this.#lookAtTurn();
      },
      moved: (done) => {
        const progress = this.box.querySelector("progress");
        if (progress) progress.value = done;
      },
      failed: async () => {
        this.report = undefined;
        this.isElsewhere = true;
        if ((await this.#ask("POST"))?.running) void this.#follow();
      },
    });
    await this.report.run();
  }

  /** Fetch the end of the game; POST also begins its analysis. @param {"GET" | "POST"} method @param {string} [wanted] a part of it; of POST what this device has found @param {boolean} [starts] whether a visitor without a seat begins it, too @returns {Promise<Answer | undefined>} */
  async #ask(method, wanted = "", starts = false) {
    const address = `/g/${this.table.g}/ending.json`;
    const token = document.querySelector("meta[name=csrf]")?.getAttribute("content") ?? "";
    const watching = starts || this.table.ownSeats().length ? "" : "1";
    const answer = await (method === "GET"
      ? fetch(`${address}?part=${wanted}`)
      : fetch(address, { method, body: form({ watching, found: wanted, here: this.isElsewhere ? "" : "1" }), headers: { "x-csrf-token": token } })
    ).catch(() => undefined);
    return answer?.ok ? answer.json() : undefined;
  }

  /** Fetch the analysis again until it is complete. */
  async #follow() {
    if (this.isFollowing) return;
    this.isFollowing = true;
    for (let times = 1, running = true; running; times += 1) {
      await new Promise((done) => { setTimeout(done, ASK_MS); });
      const wantsMoves = this.mode === "analysis" && times % MOVES_EVERY === 0;
      const answer = await this.#ask("GET", wantsMoves ? "moves" : "chances");
      if (answer) this.#update(answer);
      running = answer?.running ?? true;
    }
    this.isFollowing = false;
    if (this.mode === "analysis") await this.#fetchMoves();
  }

  /** @param {Answer} answer */
  #update(answer) {
    const box = part("ending-chances");
    const focused = box.contains(document.activeElement) ? document.activeElement?.getAttribute("data-act") : undefined;
    box.innerHTML = answer.chances;
    if (focused) /** @type {HTMLElement | null} */ (box.querySelector(`[data-act=${focused}]`))?.focus();
    const puzzle = box.querySelector("[data-puzzle]")?.getAttribute("data-puzzle");
    const link = part("ending-puzzle");
    link.hidden = !puzzle;
    if (puzzle) link.setAttribute("href", puzzle);
    if (answer.moves) this.#setMoves(answer.moves);
    this.placed();
  }

  /** Show how to play again: an offer, the button of a rematch, or the way to the next game. */
  #again() {
    const { known, table } = this;
    const box = document.getElementById("ending-again");
    if (!known || !box) return;
    const { words } = table;
    const offers = known.offers.map((offer) => offerCard(offer, table.ownSeats(), words));
    /** @type {HTMLElement[]} */
    const made = known.next ? [make("a", { href: known.next, class: "button" }, words["next-game"])] : [...offers];
    if (!made.length && known.can.includes("rematch")) made.push(make("button", { "data-act": "rematch" }, words.rematch));
    box.replaceChildren(...made);
    mark(this.box, { offered: offers.length ? "yes" : "" });
  }

  /** @param {Mode} mode */
  #setMode(mode) {
    this.mode = mode;
    mark(this.box, { mode });
    mark(part("table"), { ending: mode });
    if (mode === "result") part("table").append(this.box);
    else part("notices").after(this.box);
  }

  // --- actions ------------------------------------------------------------------------------------------------------------

  /** Carry out an action of the card. @param {string} name @param {string} value @returns {boolean} whether it is one */
  act(name, value) {
    if (name === "ending-away") this.#setMode("away");
    else if (name === "ending-result") this.#showResult();
    else if (name === "ending-analysis") void this.#analyse();
    else if (name === "ending-turn") void this.#look(Number(value));
    else if (name === "ending-mistake") void this.#nextMistake();
    else if (name === "ending-line") void this.#showLine(Number(value));
    else {
      if (WALKS.has(name) && this.mode === "result") this.#setMode("away");
      return false;
    }
    return true;
  }

  #showResult() {
    this.#setMode("result");
    if (this.table.tree.isPast) this.table.tree.act("live", "");
  }

  /** Show the analysis below the board, at the turning point if there is one. */
  async #analyse() {
    this.#setMode("analysis");
    if (!this.report) {
      const answer = await this.#ask("POST", "", true);
      if (answer) this.#update(answer);
      if (answer?.here) void this.#search();
      else {
        await this.#fetchMoves();
        if (answer?.running) void this.#follow();
      }
    }
    await this.#lookAtTurn();
  }

  /** Show the turning point of the game, else the next mistake. */
  async #lookAtTurn() {
    const turn = part("ending-chances").querySelector("[data-act=ending-turn]")?.getAttribute("data-value");
    if (turn) await this.#look(Number(turn));
    else await this.#nextMistake();
  }

  async #fetchMoves() {
    const answer = await this.#ask("GET", "moves");
    if (answer) this.#update(answer);
  }

  /** Show a ply of the game with what it did. @param {number} ply */
  async #look(ply) {
    if (this.mode === "result") this.#setMode("analysis");
    if (!this.moves.length && !this.report) await this.#fetchMoves();
    const walk = await this.table.tree.walk();
    await walk.go(ply - 1);
    await walk.go(ply);
  }

  /** Show the next move with a grade, after the last one the first. */
  async #nextMistake() {
    const { tree } = this.table;
    const graded = this.moves.filter((move) => move.grade).map((move) => move.ply);
    const next = graded.find((ply) => tree.isPast && ply > tree.at) ?? graded[0];
    if (next) await this.#look(next);
  }

  /** Show a line of the comment on the board. @param {number} place */
  async #showLine(place) {
    const shown = this.lines[place];
    if (shown) (await this.table.tree.walk()).add(shown.from, shown.moves);
  }

  // --- comments -----------------------------------------------------------------------------------------------------------

  /** @param {Move[]} moves */
  #setMoves(moves) {
    this.moves = moves;
    const { tree } = this.table;
    tree.signs = Object.fromEntries(moves.filter((move) => move.grade).map(({ ply, grade = "", kind = "", named = "" }) => [ply, { grade, kind, named }]));
    tree.render();
  }

  /** The lines that the comment offers. @returns {Line[]} */
  get lines() {
    const { at } = this.table.tree;
    return (this.moves[at - 1]?.grade && this.moves[at - 1].lines) || [];
  }

  /** Follow the tree of moves to the place that it shows. */
  placed() {
    const { tree } = this.table;
    const line = this.box.querySelector(".here");
    line?.setAttribute("d", `M${tree.at} 0V100`);
    line?.setAttribute("visibility", tree.isPast ? "visible" : "hidden");
    const comment = document.getElementById("ending-comment");
    if (!comment) return;
    const move = tree.tried.length ? undefined : this.moves[tree.at - 1];
    /** @type {(Node | string)[]} */
    const made = [];
    if (move) {
      const head = heading(move.kind ?? "", `${move.number}. ${move.who}: ${move.move}${move.grade ?? ""}`);
      if (move.named) head.append(" ", make("span", { class: "tag" }, move.named));
      made.push(head, ...[move.value ?? "", ...(move.notes ?? [])].filter(Boolean).map((text) => make("p", {}, text)));
      const buttons = this.lines.map(({ label, moves }, place) =>
        make("button", { class: "chip", "data-act": "ending-line", "data-value": String(place) }, `${label}: ${moves.join(" ")}`));
      if (buttons.length) made.push(make("p", { class: "ending-lines" }, ...buttons));
    }
    comment.replaceChildren(...made);
  }
}

/** The ply of a graph at a place of the screen. @param {Element} graph @param {number} x */
function plyAt(graph, x) {
  const box = graph.getBoundingClientRect();
  return Math.round(((x - box.left) / box.width) * Number(graph.getAttribute("viewBox")?.split(" ")[2]));
}

/** Fetch the style of the card. */
async function styles() {
  const link = make("link", { rel: "stylesheet", href: new URL("./ending.css", import.meta.url).href });
  await new Promise((done) => {
    link.onload = link.onerror = done;
    document.head.append(link);
  });
}

/** Show a guest who has won how to keep the games, once while the browser is open. */
function keepOnce() {
  const line = document.getElementById("ending-keep");
  try {
    if (!line || sessionStorage.getItem("keep-shown")) return;
    sessionStorage.setItem("keep-shown", "1");
    line.hidden = false;
  } catch {
    // without storage it would come after each game
  }
}
