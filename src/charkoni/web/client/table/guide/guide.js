// The guide of a game: a sheet with its aim, the signs of its board, its counters, and the way to lessons and rules.

import { Demonstration } from "./demonstration.js";
import { fill, heading, make, makeSvg, part } from "../../lib/elements.js";
import { ring } from "../../board/scene.js";
import { sign } from "../../board/signs.js";

/** @typedef {{text: string, rule: string, url: string}} Sentence */
/**
 * The document of the server: `pages/table/guide.py`.
 * @typedef {object} Guide
 * @property {Sentence} aim
 * @property {(Sentence & {symbol: string, sample: string, zone: string})[]} legend
 * @property {Record<string, string>} marks
 * @property {Record<string, string>} signs
 * @property {(Sentence & {label: string})[]} counters
 * @property {string} lessons
 * @property {string} rules
 * @property {import("./demonstration.js").Frames} demonstration
 * @property {Record<string, string>} labels
 */

const MARGIN = 0.06;
/** The side of the picture of a mark, in units of its drawing. */
const SIDE = 24;
/** The layer of the board in which a mark is drawn, by its class; the others lie below the pieces. */
const LAYERS = /** @type {Record<string, string>} */ ({ last: "layer-under", dot: "layer-over" });
/** The size of the text on a sign. */
const SAMPLE = 15;

/** The guide of the game on this page, fetched once. @type {Promise<Guide> | undefined} */
let fetched;

/** Fetch the guide. @returns {Promise<Guide>} */
export function fetchGuide() {
  fetched ??= load();
  return fetched;
}

async function load() {
  const { game, lang } = JSON.parse(part("page").textContent ?? "{}");
  const upright = matchMedia("(orientation: portrait)").matches ? "1" : "";
  const [answer] = await Promise.all([fetch(`/guide/${game}.json?${new URLSearchParams({ lang, portrait: upright })}`), style()]);
  return answer.json();
}

/** Load the style of the guide, which the page needs only now. @returns {Promise<void>} */
function style() {
  if (document.querySelector("link[href$='table/guide/guide.css']")) return Promise.resolve();
  const link = make("link", { rel: "stylesheet", href: new URL("guide.css", import.meta.url).href });
  return new Promise((resolve) => {
    link.onload = link.onerror = () => resolve();
    document.head.append(link);
  });
}

/** Open the sheet. */
export async function openGuide() {
  const guide = await fetchGuide();
  const { labels } = guide;
  const stage = make("div", { class: "stage" });
  const close = make("button", { class: "plain", "aria-label": labels.close }, "✕");
  const sheet = make("dialog", { class: "guide", "aria-labelledby": "guide-title" },
    make("header", {}, make("div", { id: "guide-title", role: "heading", "aria-level": "2", class: "head" }, labels.aim), close),
    sentence("p", guide.aim, labels), stage,
    heading("", labels.signs), signs(guide),
    heading("", labels.marks), marks(guide),
    heading("", labels.counters), counters(guide),
    ways(guide),
  );
  document.body.append(sheet);
  const shown = new Demonstration(stage, guide.demonstration, labels);
  close.addEventListener("click", () => sheet.close());
  sheet.addEventListener("click", (event) => { if (event.target === sheet) sheet.close(); });
  sheet.addEventListener("close", () => {
    shown.stop();
    sheet.remove();
  });
  sheet.showModal();
  for (const picture of sheet.querySelectorAll("svg[data-fit]")) fit(/** @type {SVGSVGElement} */ (picture));
  void shown.play();
}

/** Show the signs of the board in a box. @param {Element} box */
export async function showSigns(box) {
  box.replaceChildren(signs(await fetchGuide()));
  for (const each of box.querySelectorAll("svg[data-fit]")) fit(/** @type {SVGSVGElement} */ (each));
}

/** A sentence with the link to its clause. @param {"p" | "span" | "dd"} tag @param {Sentence} from @param {Record<string, string>} labels */
export function sentence(tag, from, labels) {
  const link = make("a", { href: from.url, target: "_blank", class: "clause" }, fill(labels.rule, { rule: from.rule }));
  return make(tag, {}, from.text, " ", link);
}

/** The signs of the board with their pictures, taken from the board itself. @param {Guide} guide */
function signs({ legend, labels }) {
  return make("ul", { class: "legend" }, ...legend.map((entry) => make("li", {}, picture(entry), sentence("span", entry, labels))));
}

/** @param {{symbol: string, sample: string, zone: string}} entry @returns {SVGElement} */
function picture({ symbol, sample, zone }) {
  const box = makeSvg("svg", { "aria-hidden": "true" });
  const board = document.querySelector("#board > svg");
  const spot = zone && board?.querySelector(`[data-zone="${zone}"]`)?.firstElementChild;
  if (symbol) {
    box.append(makeSvg("use", { href: `#${board?.querySelector("defs > g")?.id.replace(/^(\w+-).*/, "$1")}${symbol}` }));
    const text = makeSvg("text", { class: "count", x: 0, y: 0, "font-size": SAMPLE, "text-anchor": "middle", "dominant-baseline": "central" });
    text.textContent = sample;
    box.append(text);
    box.dataset.fit = "";
  } else if (spot && board instanceof SVGSVGElement) {
    const ground = board.querySelector(".layer-ground");
    if (ground) ground.id = "board-ground";
    const { x, y, width, height } = /** @type {SVGGraphicsElement} */ (spot).getBBox();
    box.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
    box.append(makeSvg("use", { href: "#board-ground" }));
  } else box.append(makeSvg("circle", { class: "point", r: 3 }));
  if (!box.hasAttribute("viewBox")) box.setAttribute("viewBox", `${-SIDE / 2} ${-SIDE / 2} ${SIDE} ${SIDE}`);
  return box;
}

/** Fit a picture to what it shows, which the browser knows only when it is rendered. @param {SVGSVGElement} picture */
function fit(picture) {
  const { x, y, width, height } = picture.getBBox();
  const more = Math.max(width, height) * MARGIN;
  if (width) picture.setAttribute("viewBox", `${x - more} ${y - more} ${width + 2 * more} ${height + 2 * more}`);
}

/** The marks that the page draws on every board. @param {Guide} guide */
function marks({ marks: texts, signs: named }) {
  const drawn = Object.entries(texts).map(([name, text]) => make("li", {}, mark(name), text));
  const pictures = Object.entries(named).map(([name, text]) => make("li", {}, pictured(name), text));
  return make("ul", { class: "legend brief" }, ...drawn, ...pictures);
}

/** @param {string} name a class of marks @returns {SVGElement} */
function mark(name) {
  const box = makeSvg("svg", { viewBox: `0 0 ${SIDE} ${SIDE}`, "aria-hidden": "true" });
  const layer = makeSvg("g", { class: LAYERS[name] ?? "layer-marks" });
  const middle = { cx: SIDE / 2, cy: SIDE / 2 };
  if (name === "dot") layer.append(makeSvg("circle", { class: name, ...middle, r: 5 }));
  else if (name === "last") layer.append(makeSvg("rect", { class: name, x: 3, y: 3, width: SIDE - 6, height: SIDE - 6, rx: 4 }));
  else {
    layer.append(ring(name, [makeSvg("ellipse", { ...middle, rx: SIDE / 2 - 4, ry: SIDE / 3 - 2 })]));
  }
  box.append(layer);
  return box;
}

/** @param {string} name of a sign @returns {SVGElement} */
function pictured(name) {
  const box = makeSvg("svg", { viewBox: "-11 -11 22 22", "aria-hidden": "true" });
  box.append(sign(name));
  return box;
}

/** @param {Guide} guide */
function counters({ counters: all, labels }) {
  return make("dl", { class: "meanings" }, ...all.flatMap((each) => [make("dt", {}, each.label), sentence("dd", each, labels)]));
}

/** The links to lessons (not for pupils, whose teacher gives them) and rules, and to the guided game where there is one. @param {Guide} guide */
function ways({ lessons, rules, labels }) {
  const links = [
    ...(part("table").dataset.guided ? [make("a", { class: "button good", href: part("table").dataset.guided ?? "" }, labels.guide)] : []),
    ...(lessons && !("pupil" in part("table").dataset) ? [make("a", { class: "button", href: lessons, target: "_blank" }, labels.lessons)] : []),
    make("a", { class: "button", href: rules, target: "_blank" }, labels.rules),
  ];
  return make("div", { class: "menu grave" }, ...links);
}
