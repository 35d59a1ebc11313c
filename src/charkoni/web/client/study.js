// Study: moves made freely, with variations; what is known of every position and move; proofs drawn on the board.

import { heading, make, part } from "./elements.js";
import { Stage } from "./stage.js";
import { element } from "./scene.js";

/** @typedef {{move: string, worth: string, kind: string, share: number, best: boolean, proved: boolean, line: string[]}} Row */
/** @typedef {{label: string, zones: string[], strokes: [string, string, string][]}} Overlay */
/** @typedef {{name: string, amounts: string[], for: string}} Count */
/** @typedef {{position: string, said: string, proved: boolean, moves: Row[], overlays: Overlay[], counts: Count[]}} Known */
/** @typedef {{game: string, start: string, moves: string[], lang: string, title: string, words: Record<string, string>}} Page */
/** A position of the tree: the move that led to it, where it came from, where it may go. @typedef {{move: string, from: Spot | undefined, ways: Spot[]}} Spot */

const page = /** @type {Page} */ (JSON.parse(part("page").textContent ?? "{}"));
const { words } = page;
const root = /** @type {Spot} */ ({ move: "", from: undefined, ways: [] });
let at = root;
/** @type {Known | undefined} */
let known;
/** The overlays that are wanted, by their place in the list. */
const wanted = new Set([0, 1]);
let seats = 1;

const wishes = { game: page.game, lang: page.lang, title: page.title, possible: words.possible, seat: 0 };
const stage = new Stage(part("stage"), wishes, { played: (move) => void play(move), told });

/** The moves that lead to a position. @param {Spot} spot @returns {string[]} */
function path(spot) {
  return spot.from ? [...path(spot.from), spot.move] : [];
}

// --- going about --------------------------------------------------------------------------------------------------------

/** @param {import("./stage.js").Answer} answer */
function told(answer) {
  if (!answer.say && !answer.text) return;
  part("coach").dataset.mood = answer.say ? "calm" : "refused";
  part("coach").textContent = answer.say || answer.text || "";
}

/** Make a move, or follow it where it was made before. @param {string} move */
async function play(move) {
  let next = at.ways.find((way) => way.move === move);
  if (!next) {
    next = { move, from: at, ways: [] };
    at.ways.push(next);
  }
  await go(next, true);
}

/** @param {Spot} spot @param {boolean} [moved] whether the way there is shown */
async function go(spot, moved = false) {
  at = spot;
  const moves = path(spot);
  tree();
  if (moved && !(await stage.play(page.start, moves))) {
    if (at === spot && spot.from) {
      spot.from.ways = spot.from.ways.filter((way) => way !== spot);
      await go(spot.from);
    }
    return;
  }
  await stage.show(page.start, moves);
  if (at === spot) await look(spot);
}

/** Ask what is known of the position that is shown. @param {Spot} spot */
async function look(spot) {
  known = undefined;
  draw();
  const { found } = stage;
  if (!found) return;
  const query = new URLSearchParams({ moves: path(spot).join(" "), position: page.start });
  history.replaceState(null, "", `?${query}`);
  /** @type {HTMLTextAreaElement} */ (part("position")).value = found.position;
  part("play-from").setAttribute("href", `/play?${new URLSearchParams({ game: page.game, position: found.position })}`);
  const answer = await fetch(`/study.json?${new URLSearchParams({ game: page.game, position: found.position })}`);
  const said = await answer.json();
  if (at !== spot) return;
  if (answer.ok) known = said;
  draw(answer.ok ? undefined : said.text);
  part("study").dataset.at = path(spot).join(" ") || "start";
}

// --- what is known ------------------------------------------------------------------------------------------------------

/** @param {string} [problem] */
function draw(problem) {
  const throws = stage.found?.throws ?? [];
  part("said").textContent = problem ?? known?.said ?? words.asking;
  part("said").dataset.proved = String(known?.proved ?? false);
  const rows = known?.moves ?? [];
  const made = throws.length ? [make("p", {}, words.throw), make("p", { class: "line-of" }, ...throws.map((move) => chip(move)))] : [];
  if (rows.length) made.push(make("table", { class: "figures worths" }, make("caption", { class: "hidden" }, words.values), make("tbody", {}, ...rows.map(row))));
  part("values").replaceChildren(...made);
  const counts = known?.counts ?? [];
  part("counts").replaceChildren(...(counts.length ? [heading("", words.counts), table(counts)] : []));
  choose();
  overlays();
}

/** @param {string} move */
function chip(move) {
  const button = make("button", { type: "button", class: "chip", "aria-label": words.play.replace("{move}", move) }, move);
  button.addEventListener("click", () => void play(move));
  return button;
}

/** @param {Row} found */
function row(found) {
  const bar = make("meter", { min: "0", max: "1", value: String(found.share), "aria-hidden": "true" });
  const sure = make("span", { class: "tag" }, found.proved ? words.proved : words.estimate);
  const best = found.best ? [make("span", { class: "best", title: words.best }, "★", make("span", { class: "hidden" }, ` ${words.best}`))] : [];
  return make("tr", { class: found.kind },
    make("th", { scope: "row" }, chip(found.move), " ", ...best), make("td", {}, bar), make("td", {}, found.worth), make("td", {}, sure));
}

/** @param {Count[]} counts */
function table(counts) {
  return make("table", { class: "figures" }, make("tbody", {}, ...counts.map((each) => make("tr", {},
    make("th", { scope: "row" }, each.name), make("td", {}, each.amounts.join(" : ")),
    make("td", { class: "faint" }, each.for ? words.better.replace("{who}", each.for) : words.even)))));
}

/** Boxes to switch overlays on and off. */
function choose() {
  const box = part("overlays");
  const found = known?.overlays ?? [];
  box.hidden = !found.length;
  for (const old of box.querySelectorAll("label")) old.remove();
  found.forEach((each, place) => {
    const input = /** @type {HTMLInputElement} */ (make("input", { type: "checkbox" }));
    input.checked = wanted.has(place);
    input.addEventListener("change", () => {
      if (input.checked) wanted.add(place);
      else wanted.delete(place);
      overlays();
    });
    box.append(make("label", {}, input, make("i", { class: `sample sample-${place}`, "aria-hidden": "true" }), make("span", {}, each.label)));
  });
}

/** Draw the overlays that are wanted. */
function overlays() {
  const { svg, painter } = stage;
  svg.querySelector(".layer-overlays")?.remove();
  const layer = element("g", { class: "layer-overlays", "aria-hidden": "true" });
  (known?.overlays ?? []).forEach((each, place) => {
    if (!wanted.has(place)) return;
    for (const [zone, start, end] of each.strokes) {
      const line = stroke(zone, start, end);
      if (line) layer.append(element("line", { class: "overlay-edge", ...line }), element("line", { class: `overlay overlay-${place}`, ...line }));
    }
    for (const zone of each.zones) {
      const spot = painter.spot(zone);
      const box = painter.box(zone);
      if (spot && box) layer.append(element("circle", { class: `overlay overlay-${place}`, cx: spot.x, cy: spot.y, r: Math.min(box.width, box.height) / 4 }));
    }
  });
  svg.insertBefore(layer, painter.layers.zones ?? null);
}

/** @param {string} zone @param {string} start @param {string} end */
function stroke(zone, start, end) {
  const { painter } = stage;
  const [spot, from, to, box] = [painter.spot(zone), painter.spot(start), painter.spot(end), painter.box(zone)];
  if (!spot || !from || !to || !box) return undefined;
  const far = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const [x, y] = [(to.x - from.x) / far, (to.y - from.y) / far];
  const half = (Math.abs(x) * box.width + Math.abs(y) * box.height) / 2;
  return { x1: spot.x - x * half, y1: spot.y - y * half, x2: spot.x + x * half, y2: spot.y + y * half };
}

// --- the tree -----------------------------------------------------------------------------------------------------------

function tree() {
  const made = root.ways.length ? branch(root, 1) : make("p", { class: "faint" }, words.none);
  part("tree").replaceChildren(made);
}

/** The ways from a position: the first goes on in the line, the others stand in lists of their own. @param {Spot} spot @param {number} number */
function branch(spot, number) {
  const list = make("ol", { class: "branch" });
  for (let now = /** @type {Spot | undefined} */ (spot), n = number; now?.ways.length; now = now.ways[0], n += 1) {
    const [first, ...others] = now.ways;
    list.append(make("li", {}, button(first, n)));
    if (others.length) list.append(make("li", { class: "others" }, ...others.map((other) => variation(other, n))));
  }
  return list;
}

/** @param {Spot} spot @param {number} number */
function variation(spot, number) {
  const list = branch(spot, number + 1);
  list.prepend(make("li", {}, button(spot, number)));
  return list;
}

/** @param {Spot} spot @param {number} number */
function button(spot, number) {
  const made = make("button", { type: "button", class: "ply" }, make("span", { class: "faint" }, `${number}.`), ` ${spot.move}`);
  if (spot === at) made.setAttribute("aria-current", "step");
  made.addEventListener("click", () => void go(spot));
  return made;
}

document.addEventListener("click", (event) => {
  const way = /** @type {Element} */ (event.target).closest("[data-walk]")?.getAttribute("data-walk");
  if (way === "first") void go(root);
  else if (way === "prev" && at.from) void go(at.from);
  else if (way === "next" && at.ways.length) void go(at.ways[0], true);
  else if (way === "best" && known?.moves.length) void play(known.moves[0].move);
  else if (way === "flip") {
    wishes.seat = (wishes.seat + 1) % seats;
    void go(at);
  }
});

async function begin() {
  seats = Math.max(1, Number(part("study").dataset.seats ?? 2));
  let last = root;
  for (const move of page.moves) {
    last = { move, from: last, ways: [] };
    last.from?.ways.push(last);
  }
  await go(last);
}

new ResizeObserver(overlays).observe(stage.svg);
matchMedia("(orientation: portrait)").addEventListener("change", () => void go(at));
void begin();
