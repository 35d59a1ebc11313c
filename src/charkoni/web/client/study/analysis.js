// The page of an analysis: its growing report, and a board for its positions, its lines and moves of the visitor.

import { fill, form, heading, make, part } from "../lib/elements.js";
import { PositionViewer } from "../board/position_viewer.js";
import { Evaluation } from "./evaluation.js";
import { LocalReport, maySearch } from "./local_report.js";

/** @typedef {{label: string, from: number, moves: string[]}} Line */
/** @typedef {{name: string, amounts: string[], for: string}} Count */
/** @typedef {{ply: number, number: number, move: string, seat: number, who: string, say: string, position: string, value?: string, grade?: string, kind?: string, named?: string, notes?: string[], turned?: boolean, lines?: Line[], counts?: Count[]}} Move */
/** @typedef {{game: string, start: string, moves: Move[], first: {counts: Count[]}}} Data */
/** @typedef {Data & import("./evaluation.js").Options & {title: string, running: boolean, complete: boolean}} Page */
/** The answer of `GET /analysis/<key>.json`. @typedef {{status: string, done: number, plies: number, running: boolean, complete: boolean, html?: string, moments?: string, data?: Data}} Progress */

const ASK_MS = 700;
const REPORT_EVERY = 3;
const page = /** @type {Page} */ (JSON.parse(part("page").textContent ?? "{}"));
const { words } = page;
/** @type {Data} */
let data = page;
/** How many plies of the game lie before what is shown. */
let at = 0;
/** The moves of the line that is shown from there on. @type {string[]} */
let tried = [];

const viewer = new PositionViewer(part("stage"), { game: page.game, lang: page.lang, title: page.title, possible: words.possible, engine: page.engine }, {
  played: (move) => void line(at, [...tried, move], true),
  answered: () => {},
});
const evaluation = page.engine ? new Evaluation(page, {
  played: (moves) => void line(at, [...tried, ...moves], false),
  failed: () => {},
}) : undefined;

/** The text of the position after some plies. @param {number} ply */
function position(ply) {
  return ply ? data.moves[ply - 1].position : data.start;
}

// --- the board ----------------------------------------------------------------------------------------------------------

/** Show the position after some plies. @param {number} ply */
async function go(ply) {
  const wanted = Math.max(0, Math.min(ply, data.moves.length));
  const forward = wanted === at + 1 && !tried.length;
  at = wanted;
  tried = [];
  render();
  if (forward) await viewer.play(position(at - 1), [data.moves[at - 1].move]);
  if (at === wanted && !tried.length) await show(position(at), []);
  part("analysis").dataset.at = String(at);
}

/** Show the end of a line that begins after some plies. @param {number} from @param {string[]} moves @param {boolean} own whether the player has made its last move */
async function line(from, moves, own) {
  at = from;
  tried = moves;
  render(own);
  const start = position(from);
  const explored = await viewer.play(start, moves);
  if (!explored || tried !== moves) return;
  await show(start, moves);
  part("analysis").dataset.line = moves.join(" ");
}

/** Show a position, and evaluate it. @param {string} start @param {string[]} moves */
async function show(start, moves) {
  const wanted = tried;
  evaluation?.show(undefined);
  await viewer.show(start, moves);
  if (tried === wanted) evaluation?.show(viewer.explored?.search ?? undefined);
}

// --- comments -----------------------------------------------------------------------------------------------------------

/** Show the comment on the move that led here, and the lines. @param {boolean} [own] whether an own line is shown */
function render(own = false) {
  const move = at ? data.moves[at - 1] : undefined;
  const box = part("ply");
  /** @type {(Node | string)[]} */
  const made = [];
  if (own) made.push(make("p", { class: "own" }, words.tried.replace("{moves}", tried.join(" "))));
  else if (!move) made.push(make("p", {}, words.begin));
  if (move) made.push(...verdict(move));
  const instead = move?.grade ? move.lines ?? [] : [];
  const next = data.moves[at]?.lines?.filter(({ from }) => from === at) ?? [];
  if (instead.length) made.push(heading("", words.instead), ...instead.map(shownLine));
  if (next.length) made.push(heading("", words.lines), ...next.map(shownLine));
  const counts = move?.counts ?? (at ? [] : data.first.counts);
  if (counts.length) made.push(heading("", words.counts), table(counts));
  box.replaceChildren(...made);
  markPosition();
}

/** The comment on a move. @param {Move} move */
function verdict(move) {
  const head = heading(move.kind ?? "", `${move.number}. ${move.who}: ${move.move}${move.grade ?? ""}`);
  if (move.named) head.append(" ", make("span", { class: "tag" }, move.named));
  const texts = [move.say, move.value ?? words.unweighed, ...(move.notes ?? [])];
  return [head, ...texts.map((text) => make("p", {}, text))];
}

/** A line of buttons, each for the line up to its move. @param {Line} variation */
function shownLine(variation) {
  const isHere = at === variation.from && tried.length > 0;
  const buttons = variation.moves.map((move, i) => {
    const moves = variation.moves.slice(0, i + 1);
    const button = make("button", { type: "button", class: "chip", "aria-label": words.line.replace("{move}", move) }, move);
    if (isHere && moves.join(" ") === tried.join(" ")) button.setAttribute("aria-current", "step");
    button.addEventListener("click", () => void line(variation.from, moves, false).then(() => focusOn(moves.join(" "))));
    button.dataset.line = moves.join(" ");
    return button;
  });
  return make("p", { class: "line-of" }, make("span", { class: "tag" }, variation.label), " ", ...buttons);
}

/** Give the focus back to the button of a line after the lines were replaced. @param {string} moves */
function focusOn(moves) {
  if (document.activeElement !== document.body) return;
  const button = [...part("ply").querySelectorAll("[data-line]")].find((each) => each.getAttribute("data-line") === moves);
  if (button instanceof HTMLElement) button.focus();
}

/** The table of counts. @param {Count[]} counts */
function table(counts) {
  const rows = counts.map((each) => make("tr", {},
    make("th", { scope: "row" }, each.name), make("td", {}, each.amounts.join(" : ")),
    make("td", { class: "faint" }, each.for || words.even)));
  return make("table", { class: "figures" }, make("tbody", {}, ...rows));
}

/** Mark the position of the board in graph and list. */
function markPosition() {
  for (const each of part("report").querySelectorAll("[data-ply]")) {
    const isHere = Number(each.getAttribute("data-ply")) === at && !tried.length;
    if (isHere) each.setAttribute("aria-current", "step");
    else each.removeAttribute("aria-current");
  }
  const current = part("report").querySelector("[aria-current]");
  const list = part("report").querySelector(".plies");
  if (current instanceof HTMLElement && list) list.scrollTop = current.offsetTop - list.clientHeight / 2;
  part("report").querySelector(".here")?.setAttribute("d", `M${at} 0V100`);
  const query = new URLSearchParams({ position: position(at), moves: tried.join(" ") });
  part("study").setAttribute("href", `/study/${page.game}?${query}`);
}

// --- taps and keys ------------------------------------------------------------------------------------------------------

part("report").addEventListener("click", (event) => {
  const target = /** @type {Element} */ (event.target);
  const ply = target.closest("[data-ply]")?.getAttribute("data-ply");
  const graph = target.closest(".chances");
  if (ply) void go(Number(ply));
  else if (graph) {
    const box = graph.getBoundingClientRect();
    void go(Math.round(((event.clientX - box.left) / box.width) * Math.max(data.moves.length, 1)));
  }
});

document.addEventListener("click", (event) => {
  const way = /** @type {Element} */ (event.target).closest("[data-walk]")?.getAttribute("data-walk");
  if (way === "first") void go(0);
  else if (way === "prev") void (tried.length > 1 ? line(at, tried.slice(0, -1), true) : go(tried.length ? at : at - 1));
  else if (way === "next") void go(at + 1);
  else if (way === "last") void go(data.moves.length);
});

document.addEventListener("keydown", (event) => {
  const target = /** @type {Element} */ (event.target);
  if (event.altKey || event.ctrlKey || event.metaKey || target.closest("svg.board-svg, [data-zone], input, select, textarea, .graph-box")) return;
  if (event.key === "ArrowLeft") void go(tried.length ? at : at - 1);
  else if (event.key === "ArrowRight") void go(at + 1);
  else return;
  event.preventDefault();
});

// --- progress -----------------------------------------------------------------------------------------------------------

/** Fetch the progress periodically until the analysis stops. @param {number} times how often it has been fetched */
async function follow(times) {
  await new Promise((resolve) => { setTimeout(resolve, ASK_MS); });
  const wantsReport = times % REPORT_EVERY === 0;
  const key = part("analysis").dataset.key ?? "";
  const answer = await fetch(`/analysis/${key}.json${wantsReport ? "?part=report" : ""}`).catch(() => undefined);
  if (!answer?.ok) {
    await follow(times + 1);
    return;
  }
  const progress = /** @type {Progress} */ (await answer.json());
  showProgress(progress);
  if (progress.running) await follow(times + 1);
  else if (!wantsReport) await follow(0);
  else if (progress.complete) location.reload(); // the key moments are part of the page itself
}

/** Show the progress, and the report if the response contains it. @param {Progress} progress */
function showProgress(progress) {
  /** @type {HTMLProgressElement} */ (part("progress")).value = progress.done;
  part("progress-status").textContent = progress.status;
  part("stop").hidden = !progress.running;
  part("go").hidden = progress.running || progress.complete;
  showReport(progress);
}

/** @param {Progress} progress */
function showReport(progress) {
  if (!progress.html || !progress.data) return;
  const held = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.ply;
  part("report").innerHTML = progress.html;
  data = progress.data;
  if (held) /** @type {HTMLElement | null} */ (part("report").querySelector(`[data-ply="${held}"]`))?.focus();
  render(tried.length > 0);
}

// --- the search on this device ------------------------------------------------------------------------------------------

const address = `/analysis/${part("analysis").dataset.key ?? ""}.json`;
const report = new LocalReport({
  ask: (first) => fetch(`${address}?part=${first}`).then((answer) => (answer.ok ? answer.json() : undefined)),
  show: async (found, isWhole) => {
    const token = document.querySelector("meta[name=csrf]")?.getAttribute("content") ?? "";
    const answer = await fetch(address, { method: "POST", body: form({ found }), headers: { "x-csrf-token": token } });
    if (!answer.ok) return;
    const progress = /** @type {Progress} */ (await answer.json());
    showReport(progress);
    if (!isWhole) return;
    part("moments").innerHTML = progress.moments ?? "";
    part("progress-status").textContent = progress.status;
    part("progress").hidden = part("stop").hidden = true;
  },
  moved: (done, places) => {
    /** @type {HTMLProgressElement} */ (part("progress")).value = done;
    part("progress-status").textContent = fill(words.looking, { done: String(Math.min(done + 1, places)), plies: String(places) });
  },
  failed: () => {
    isHere = false;
    /** @type {HTMLButtonElement} */ (part("go")).click(); // the server searches
  },
});
let isHere = Boolean(page.engine) && !page.running && !page.complete && maySearch();

/** Search here, or stop. @param {boolean} isOn */
function search(isOn) {
  part("stop").hidden = !isOn;
  part("go").hidden = isOn;
  if (isOn) void report.run();
  else {
    report.stop();
    const places = report.requests.length;
    part("progress-status").textContent = fill(words.stopped, { done: String(report.found.rows.length), plies: String(places) });
  }
}

part("stop").closest("form")?.addEventListener("submit", (event) => {
  if (!isHere) return;
  event.preventDefault();
  search(/** @type {SubmitEvent} */ (event).submitter === part("go"));
});

matchMedia("(orientation: portrait)").addEventListener("change", () => void show(position(at), tried));
void go(Number(new URLSearchParams(location.search).get("ply") ?? 0) || 0);
if (page.running) void follow(0);
else if (isHere) search(true);
