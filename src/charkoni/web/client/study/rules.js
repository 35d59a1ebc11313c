// Rule pages: the rules in one minute on a board that moves, steps from clause to clause, and the page unfolded for print.

import { part } from "../lib/elements.js";

/** @typedef {{lang: string, words: Record<string, string>}} Page */
/** @typedef {import("../board/position_viewer.js").PositionViewer} PositionViewer */

/** The reader begins with the sentence; the page is complete before its board moves. */
const START_MS = 2000;
const BEFORE_MS = 900;
const AFTER_MS = 2400;

const page = /** @type {Page} */ (JSON.parse(part("page").textContent ?? "{}"));
const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

/** @param {number} ms @returns {Promise<void>} */
function rest(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** The statements of the summary, shown one after the other on its board. */
class Minute {
  /** @param {HTMLElement} section @param {HTMLButtonElement} button */
  constructor(section, button) {
    this.button = button;
    this.board = /** @type {HTMLElement} */ (section.querySelector(".minute-board"));
    this.statements = /** @type {HTMLElement[]} */ ([...section.querySelectorAll(".statements > li")]);
    this.inOrder = this.statements.filter((each) => each.parentElement?.localName === "ol");
    /** Counts what was asked for; an older showing stops. */
    this.request = 0;
    this.isRunning = false;
    /** @type {{game: string, viewer: PositionViewer} | undefined} */
    this.shown = undefined;
    button.hidden = false;
    button.addEventListener("click", () => (this.isRunning ? this.stop() : void this.run()));
    for (const each of this.statements) {
      const text = /** @type {HTMLElement} */ (each.querySelector(".statement"));
      text.addEventListener("click", () => {
        this.stop();
        void this.#show(each, (this.request += 1));
      });
    }
  }

  /** Show all statements about the game, once. */
  async run() {
    const number = (this.request += 1);
    this.#mark(true);
    for (const each of this.inOrder) {
      await this.#show(each, number);
      await rest(AFTER_MS);
      if (number !== this.request) return;
    }
    this.#mark(false);
  }

  stop() {
    this.request += 1;
    this.#mark(false);
  }

  /** @param {boolean} running */
  #mark(running) {
    this.isRunning = running;
    this.button.textContent = page.words[running ? "stop" : "run"] ?? "";
    this.button.setAttribute("aria-pressed", String(running));
  }

  /** Show the position of a statement, then its move. @param {HTMLElement} statement @param {number} number */
  async #show(statement, number) {
    const { game = "", position = "", move = "" } = statement.dataset;
    const viewer = await this.#viewer(game);
    if (number !== this.request) return;
    for (const each of this.statements) each.classList.toggle("now", each === statement);
    await viewer.show(position);
    await rest(BEFORE_MS);
    if (move && number === this.request) await viewer.play(position, [move]);
  }

  /** @param {string} game @returns {Promise<PositionViewer>} */
  async #viewer(game) {
    const { PositionViewer } = await import("../board/position_viewer.js");
    if (this.shown?.game !== game) {
      this.shown = { game, viewer: new PositionViewer(this.board, { game, lang: page.lang, title: page.words.board ?? "" }) };
    }
    return this.shown.viewer;
  }
}

/** Buttons and the keys ← and → lead from clause to clause. @param {HTMLElement} steps */
function stepThroughClauses(steps) {
  const clauses = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".prose .clause")]);
  const output = /** @type {HTMLOutputElement} */ (steps.querySelector("output"));
  let place = -1;

  /** @param {number} step */
  function go(step) {
    place = Math.min(Math.max(place + step, 0), clauses.length - 1);
    const clause = clauses[place];
    if (!clause) return;
    for (let fold = clause.closest("details"); fold; fold = fold.parentElement?.closest("details") ?? null) fold.open = true;
    output.value = clause.id;
    history.replaceState(null, "", `#${clause.id}`);
    for (const each of document.querySelectorAll(".at-clause")) each.classList.remove("at-clause");
    const block = clause.parentElement ?? clause;
    block.classList.add("at-clause");
    block.scrollIntoView({ block: "center", behavior: reducedMotion.matches ? "auto" : "smooth" });
  }

  steps.hidden = clauses.length === 0;
  for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (steps.querySelectorAll("[data-step]"))) {
    button.addEventListener("click", () => go(Number(button.dataset.step)));
  }
  addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const target = /** @type {Element} */ (event.target);
    if (!step || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (target.closest("input, select, textarea, [tabindex='0'], svg, dialog")) return; // these take the arrows themselves
    event.preventDefault();
    go(step);
  });
  addEventListener("hashchange", () => {
    const found = clauses.findIndex((clause) => `#${clause.id}` === location.hash);
    if (found >= 0) place = found;
  });
}

/** All sections are unfolded on paper. */
function unfoldForPrint() {
  /** @type {HTMLDetailsElement[]} */
  let opened = [];
  addEventListener("beforeprint", () => {
    opened = [.../** @type {NodeListOf<HTMLDetailsElement>} */ (document.querySelectorAll("details:is(.reference, .variant):not([open])"))];
    for (const each of opened) each.open = true;
    for (const picture of /** @type {NodeListOf<HTMLImageElement>} */ (document.querySelectorAll(".book img"))) picture.loading = "eager";
  });
  addEventListener("afterprint", () => {
    for (const each of opened) each.open = false;
  });
}

const section = /** @type {HTMLElement | null} */ (document.querySelector(".minute"));
const button = /** @type {HTMLButtonElement | null} */ (section?.querySelector("[data-run]") ?? null);
if (section && button) {
  const minute = new Minute(section, button);
  const seen = new IntersectionObserver((entries) => {
    if (!entries.some((entry) => entry.isIntersecting)) return;
    seen.disconnect();
    if (!reducedMotion.matches && !location.hash) setTimeout(() => { if (!minute.request) void minute.run(); }, START_MS);
  }, { threshold: 0.6 });
  seen.observe(minute.board);
}
stepThroughClauses(part("content").querySelector("[data-clauses]") ?? document.body);
unfoldForPrint();
