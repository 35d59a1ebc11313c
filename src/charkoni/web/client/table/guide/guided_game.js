// A guided game: what the guide says of each position, and the places it points at.

import { nextTap } from "../../board/trie.js";
import { fetchGuide } from "./guide.js";
import { remember } from "./first_meeting.js";
import { fill, make, part } from "../../lib/elements.js";

/** @typedef {{kind: string, text: string, rule?: string, url?: string}} Remark */
/** @typedef {{v: number, remarks: Remark[], zones: string[], more: boolean}} Remarks */

/** The kinds of remarks in the order in which they are read. */
const ORDER = ["advice", "praise", "warning", "rule", "aim"];

const { g, game, lang } = JSON.parse(part("page").textContent ?? "{}");
const box = part("remarks");
/** The taps of the advised move. @type {string[]} */
let advised = [];
/** The number of the latest query: answers to earlier ones come too late. */
let latest = 0;

/** @param {boolean} search @returns {Promise<Remarks | undefined>} */
async function query(search) {
  const answer = await fetch(`/g/${g}/guide.json?${new URLSearchParams({ lang, search: search ? "1" : "0" })}`);
  return answer.ok ? answer.json() : undefined;
}

/** Show what is said of the present position. */
async function update() {
  const number = (latest += 1);
  const shown = await query(false);
  if (!shown || number !== latest) return;
  const { labels } = await fetchGuide();
  point([]);
  // The last words stay while the opponent thinks and while a search goes on, unless there are new ones.
  if (shown.remarks.length) box.replaceChildren();
  for (const each of shown.remarks) insert(paragraph(each, labels), each.kind);
  box.scrollTop = 0;
  if (!shown.more) return;
  const found = await query(true);
  if (!found || number !== latest) return;
  if (!shown.remarks.length) box.replaceChildren();
  for (const each of found.remarks) insert(paragraph(each, labels), each.kind);
  point(found.zones);
}

/** Insert a paragraph after those of its kind and of more urgent kinds. @param {HTMLElement} made @param {string} kind */
function insert(made, kind) {
  const later = ORDER.slice(ORDER.indexOf(kind) + 1);
  const next = later.flatMap((each) => box.querySelector(`.${each}`) ?? [])[0] ?? null;
  box.insertBefore(made, next);
}

/** @param {Remark} remark @param {Record<string, string>} labels */
function paragraph({ kind, text, rule, url }, labels) {
  const made = make("p", { class: `remark ${kind}` }, text);
  if (rule && url) made.append(" ", make("a", { class: "clause", href: url, target: "_blank" }, fill(labels.rule, { rule })));
  return made;
}

/** Point at the taps of a move. @param {string[]} taps */
function point(taps) {
  advised = taps;
  mark();
}

/** Mark the next tap of the advised move, and more faintly the places of the others. */
function mark() {
  for (const kind of ["advised", "advised-too"]) for (const old of document.querySelectorAll(`.${kind}`)) old.classList.remove(kind);
  const next = nextTap(advised, (part("table").dataset.prefix ?? "").split(" ").filter(Boolean));
  advised.forEach((zone, place) => {
    for (const found of document.querySelectorAll(`#board [data-zone="${zone}"], #chips [data-value="${zone}"]`)) if (!found.classList.contains("advised")) found.classList.add(place === next ? "advised" : "advised-too");
  });
}

remember(game.split(":")[0]);
part("table").dataset.remarks = "";
new MutationObserver(mark).observe(part("table"), { attributeFilter: ["data-prefix"] });
new MutationObserver(mark).observe(part("chips"), { childList: true });
new MutationObserver(() => void update()).observe(part("table"), { attributeFilter: ["data-v", "data-turn"] });
void update();
