// The page of a study: a tree of moves, the values of the moves of a position, and overlays of proofs on the board.

import { taughtRoom } from "../lib/classroom_address.js";
import { heading, make, makeSvg, part } from "../lib/elements.js";
import { PositionViewer } from "../board/position_viewer.js";
import { Evaluation } from "./evaluation.js";
import { showPlayed } from "./played.js";

/** @typedef {{move: string, worth: string, kind: string, share: number, best: boolean, proved: boolean, line: string[]}} Row */
/** @typedef {{label: string, zones: string[], strokes: [string, string, string][]}} Overlay */
/** @typedef {{name: string, amounts: string[], for: string}} Count */
/** The answer of `GET /study.json`. @typedef {{position: string, verdict: string, proved: boolean, moves: Row[], overlays: Overlay[], counts: Count[]}} Values */
/** @typedef {import("./evaluation.js").Options & {start: string, moves: string[], plies: WrittenPly[], title: string}} Page */
/** A ply of a record, as its JSON has it. @typedef {{move: string, mark?: string, comment?: string, variations?: {comment?: string, plies: WrittenPly[]}[]}} WrittenPly */
/** A position of the tree, and the move that leads to it. @typedef {{move: string, parent: TreeNode | undefined, children: TreeNode[], mark?: string, note?: string}} TreeNode */

const page = /** @type {Page} */ (JSON.parse(part("page").textContent ?? "{}"));
const { words } = page;
const root = /** @type {TreeNode} */ ({ move: "", parent: undefined, children: [] });
let at = root;
/** @type {Values | undefined} */
let evaluation;
/** The overlays that are switched on, by their place in the list. */
const switchedOn = new Set([0, 1]);
let seats = 1;

const options = { game: page.game, lang: page.lang, title: page.title, possible: words.possible, seat: 0, engine: page.engine };
const viewer = new PositionViewer(part("stage"), options, { played: (move) => void play(move), answered });

/** The search of this device; where it fails the server values the moves. */
const own = page.engine ? new Evaluation(page, {
  played: (moves) => void go(moves.reduce(child, at), moves.length === 1),
  failed: () => {
    options.engine = "";
    void evaluate(at);
  },
}) : undefined;

/** The moves that lead to a position. @param {TreeNode} node @returns {string[]} */
function path(node) {
  return node.parent ? [...path(node.parent), node.move] : [];
}

// --- moves --------------------------------------------------------------------------------------------------------------

/** Show the response to a tap. @param {import("../board/position_viewer.js").Answer} answer */
function answered(answer) {
  if (!answer.say && !answer.text) return;
  part("coach").dataset.mood = answer.say ? "calm" : "refused";
  part("coach").textContent = answer.say || answer.text || "";
}

/** Make a move, and add it to the tree unless it is there. @param {string} move */
async function play(move) {
  await go(child(at, move), true);
}

/** The position after a move, added to the tree unless it is there. @param {TreeNode} node @param {string} move */
function child(node, move) {
  let next = node.children.find((each) => each.move === move);
  if (!next) {
    next = { move, parent: node, children: [] };
    node.children.push(next);
  }
  return next;
}

/** Go to a position. @param {TreeNode} node @param {boolean} [moved] animate the move that leads to it */
async function go(node, moved = false) {
  at = node;
  own?.show(undefined);
  const moves = path(node);
  renderTree();
  if (moved && !(await viewer.play(page.start, moves))) {
    if (at === node && node.parent) {
      node.parent.children = node.parent.children.filter((each) => each !== node);
      await go(node.parent);
    }
    return;
  }
  await viewer.show(page.start, moves);
  if (at === node) await evaluate(node);
}

/** Fetch and show the values of the position that is shown. @param {TreeNode} node */
async function evaluate(node) {
  evaluation = undefined;
  render();
  const { explored } = viewer;
  if (!explored) return;
  const isHere = own?.isHere ?? false;
  if (isHere && own?.search !== explored.search) own?.show(explored.search ?? undefined);
  const query = new URLSearchParams({ moves: path(node).join(" "), position: page.start });
  history.replaceState({ plies: written(root) }, "", `/study/${page.game}?${query}`); // what a reload and "back" find again
  /** @type {HTMLTextAreaElement} */ (part("position")).value = explored.position;
  part("play-from").setAttribute("href", `/play?${new URLSearchParams({ game: page.game, position: explored.position })}`);
  /** @type {HTMLInputElement} */ (part("given")).value = explored.position;
  void showPlayed(new URLSearchParams({ game: page.game, position: page.start, moves: path(node).join(" ") }), words, chip);
  const answer = await fetch(`/study.json?${new URLSearchParams({ game: page.game, position: explored.position, part: isHere ? "proved" : "" })}`);
  const content = await answer.json();
  if (at !== node) return;
  if (answer.ok) evaluation = content;
  render(answer.ok ? undefined : content.text);
  part("study").dataset.at = path(node).join(" ") || "start";
}

// --- values -------------------------------------------------------------------------------------------------------------

/** Show the values. @param {string} [problem] a text in place of them */
function render(problem) {
  const throws = viewer.explored?.throws ?? [];
  part("verdict").textContent = problem ?? evaluation?.verdict ?? words.asking;
  part("verdict").dataset.proved = String(evaluation?.proved ?? false);
  const rows = evaluation?.moves ?? [];
  const made = throws.length ? [make("p", {}, words.throw), make("p", { class: "line-of" }, ...throws.map((move) => chip(move)))] : [];
  if (rows.length) made.push(make("table", { class: "figures move-values" }, make("caption", { class: "hidden" }, words.values), make("tbody", {}, ...rows.map(row))));
  part("values").replaceChildren(...made);
  const counts = evaluation?.counts ?? [];
  part("counts").replaceChildren(...(counts.length ? [heading("", words.counts), table(counts)] : []));
  showBoxes();
  renderOverlays();
}

/** A button that plays a move. @param {string} move */
function chip(move) {
  const button = make("button", { type: "button", class: "chip", "aria-label": words.play.replace("{move}", move) }, move);
  button.addEventListener("click", () => void play(move));
  return button;
}

/** The row of a move in the table of values. @param {Row} move */
function row(move) {
  const bar = make("meter", { min: "0", max: "1", value: String(move.share), "aria-hidden": "true" });
  const sure = make("span", { class: "tag" }, move.proved ? words.proved : words.estimate);
  const best = move.best ? [make("span", { class: "best", title: words.best }, "★", make("span", { class: "hidden" }, ` ${words.best}`))] : [];
  return make("tr", { class: move.kind },
    make("th", { scope: "row" }, chip(move.move), " ", ...best), make("td", {}, bar), make("td", {}, move.worth), make("td", {}, sure));
}

/** The table of counts. @param {Count[]} counts */
function table(counts) {
  return make("table", { class: "figures" }, make("tbody", {}, ...counts.map((each) => make("tr", {},
    make("th", { scope: "row" }, each.name), make("td", {}, each.amounts.join(" : ")),
    make("td", { class: "faint" }, each.for || words.even)))));
}

/** Show a box for every overlay to switch it on and off. */
function showBoxes() {
  const box = part("overlays");
  const overlays = evaluation?.overlays ?? [];
  box.hidden = !overlays.length;
  for (const old of box.querySelectorAll("label")) old.remove();
  overlays.forEach((each, place) => {
    const input = /** @type {HTMLInputElement} */ (make("input", { type: "checkbox" }));
    input.checked = switchedOn.has(place);
    input.addEventListener("change", () => {
      if (input.checked) switchedOn.add(place);
      else switchedOn.delete(place);
      renderOverlays();
    });
    box.append(make("label", {}, input, make("i", { class: `sample sample-${place}`, "aria-hidden": "true" }), make("span", {}, each.label)));
  });
}

/** Draw the overlays that are switched on. */
function renderOverlays() {
  const { svg, renderer } = viewer;
  svg.querySelector(".layer-overlays")?.remove();
  const layer = makeSvg("g", { class: "layer-overlays", "aria-hidden": "true" });
  (evaluation?.overlays ?? []).forEach((each, place) => {
    if (!switchedOn.has(place)) return;
    for (const [zone, start, end] of each.strokes) {
      const line = stroke(zone, start, end);
      if (line) layer.append(makeSvg("line", { class: "overlay-edge", ...line }), makeSvg("line", { class: `overlay overlay-${place}`, ...line }));
    }
    for (const zone of each.zones) {
      const spot = renderer.spot(zone);
      const box = renderer.box(zone);
      if (spot && box) layer.append(makeSvg("circle", { class: `overlay overlay-${place}`, cx: spot.x, cy: spot.y, r: Math.min(box.width, box.height) / 4 }));
    }
  });
  svg.insertBefore(layer, renderer.layers.zones ?? null);
}

/** The ends of a line across a zone, in the direction from one zone to another. @param {string} zone @param {string} start @param {string} end */
function stroke(zone, start, end) {
  const { renderer } = viewer;
  const [spot, from, to, box] = [renderer.spot(zone), renderer.spot(start), renderer.spot(end), renderer.box(zone)];
  if (!spot || !from || !to || !box) return undefined;
  const far = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const [x, y] = [(to.x - from.x) / far, (to.y - from.y) / far];
  const half = (Math.abs(x) * box.width + Math.abs(y) * box.height) / 2;
  return { x1: spot.x - x * half, y1: spot.y - y * half, x2: spot.x + x * half, y2: spot.y + y * half };
}

// --- the tree -----------------------------------------------------------------------------------------------------------

/** Show the tree of moves. */
function renderTree() {
  const made = root.children.length ? branch(root, 1) : make("p", { class: "faint" }, words.none);
  part("tree").replaceChildren(made);
}

/** The list of moves from a position on: first children make up the main line, others lists of their own. @param {TreeNode} node @param {number} number */
function branch(node, number) {
  const list = make("ol", { class: "branch" });
  for (let now = /** @type {TreeNode | undefined} */ (node), n = number; now?.children.length; now = now.children[0], n += 1) {
    const [first, ...others] = now.children;
    list.append(item(first, n));
    if (others.length) list.append(make("li", { class: "others" }, ...others.map((other) => variation(other, n))));
  }
  return list;
}

/** The list of a variation. @param {TreeNode} node @param {number} number of its first ply */
function variation(node, number) {
  const list = branch(node, number + 1);
  list.prepend(item(node, number));
  return list;
}

/** A move with its comment. @param {TreeNode} node @param {number} number of its ply */
function item(node, number) {
  return make("li", {}, button(node, number), ...(node.note ? [make("span", { class: "note" }, node.note)] : []));
}

/** A button that goes to a position. @param {TreeNode} node @param {number} number of its ply */
function button(node, number) {
  const made = make("button", { type: "button", class: "ply" }, make("span", { class: "faint" }, `${number}.`), ` ${node.move}${node.mark ?? ""}`);
  if (node === at) made.setAttribute("aria-current", "step");
  made.addEventListener("click", () => void go(node));
  return made;
}

document.addEventListener("click", (event) => {
  const way = /** @type {Element} */ (event.target).closest("[data-walk]")?.getAttribute("data-walk");
  if (way === "first") void go(root);
  else if (way === "prev" && at.parent) void go(at.parent);
  else if (way === "next" && at.children.length) void go(at.children[0], true);
  else if (way === "best") {
    const best = evaluation?.moves.find((move) => move.best)?.move || own?.best;
    if (best) void play(best);
  }
  else if (way === "flip") {
    options.seat = (options.seat + 1) % seats;
    void go(at);
  }
});

/** Add plies with their variations to the tree. @param {TreeNode} from @param {WrittenPly[]} plies @param {string} [note] before the first */
function grow(from, plies, note = "") {
  let node = from;
  for (const { move, mark, comment = "", variations = [] } of plies) {
    const next = { move, parent: node, children: [], mark, note: [node === from ? note : "", comment].filter(Boolean).join(" · ") };
    node.children.push(next);
    for (const variation of variations) grow(node, variation.plies, variation.comment);
    node = next;
  }
}

/** The plies below a position with their variations, as `grow` takes them. @param {TreeNode} node @returns {WrittenPly[]} */
function written(node) {
  const plies = /** @type {WrittenPly[]} */ ([]);
  for (let now = node; now.children.length; [now] = now.children) {
    const [{ move, mark, note }, ...others] = now.children;
    const variations = others.map((other) => ({ plies: [{ move: other.move, mark: other.mark, comment: other.note }, ...written(other)] }));
    plies.push({ move, mark, comment: note, variations });
  }
  return plies;
}

async function begin() {
  seats = Math.max(1, Number(part("study").dataset.seats ?? 2));
  part("give").hidden = !taughtRoom();
  part("give").setAttribute("action", taughtRoom());
  grow(root, /** @type {{plies: WrittenPly[]} | null} */ (history.state)?.plies ?? page.plies);
  let last = root;
  for (const move of page.moves) last = child(last, move);
  await go(last);
}

new ResizeObserver(renderOverlays).observe(viewer.svg);
matchMedia("(orientation: portrait)").addEventListener("change", () => void go(at));
void begin();
