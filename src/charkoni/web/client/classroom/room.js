// The screens of a teacher: all boards and what pupils do, of which the server sends what has changed.

import { BoardRenderer } from "../board/scene.js";
import { rememberRoom } from "../lib/classroom_address.js";
import { fill, make, makeSvg, part } from "../lib/elements.js";
import { reached, runs } from "../lib/retries.js";
import { ordered } from "./paint_order.js";

/** @typedef {import("../messages").Node} Node */
/** @typedef {import("../messages").Scene} Scene */
/** scene: the address, of a new board; set, del and put: see `feed.shortened` of the server.
 * @typedef {{scene?: string, set?: (string | null)[][], del?: string[], put?: [string, string][]}} Delta */
/** @typedef {{stamp: number, v: number, values: Record<string, unknown>, boards: Record<string, Delta>}} Changes */

const POLL_MS = 3000;
const FRAME_MS = 100;
const VALUES_AT_ONCE = 8;
/** A button that is pressed again within this time after the answer was touched twice. */
const TWICE_MS = 500;
/** The room is removed, or of somebody else; anything else passes, as a server that is too busy. */
const GONE = [403, 404];

const room = part("room");
const page = /** @type {{lang: string, answers: string, lost: string}} */ (JSON.parse(part("page").textContent ?? "{}"));
/** By address. @type {Map<string, Promise<Scene>>} */
const scenes = new Map();
/** By the id of the game. @type {Map<string, BoardRenderer>} */
const boards = new Map();
/** @type {Record<string, unknown>} */
let values = {};
/** The markup of the page's parts by their names. @type {Map<string | null, string>} */
const parts = new Map([...room.querySelectorAll("[data-part]")].map((part) => [part.getAttribute("data-part"), markup(part)]));
let stamp = 0;
let version = Number(room.dataset.version);
let isPolling = false;
/** Buttons whose acts are on their way. @type {Set<string>} */
const sending = new Set();
const beginRefresh = runs();

/** Show a delta of a board. @param {string} id @param {Delta} delta */
async function showBoard(id, delta) {
  if (delta.scene) {
    const pending = scenes.get(delta.scene) ?? reached(delta.scene).then((answer) => answer?.json());
    scenes.set(delta.scene, pending);
    const renderer = new BoardRenderer(/** @type {SVGSVGElement} */ (makeSvg("svg")), `m${boards.size}-`);
    renderer.build(await pending, id);
    renderer.labelZones({}, "", new Set(), []);
    boards.set(id, renderer);
  }
  const board = boards.get(id);
  if (!board) return;
  const { set = [], del = [], put } = delta;
  const nodes = set.map((node) => /** @type {Node} */ (node.map((value, i) => value ?? board.nodes.get(node[0] ?? "")?.[i])));
  board.change(nodes, del);
  if (put) board.change([], [], ordered([...board.nodes.keys()], put));
}

/** Wait for two frames, so that each board has the time of two to be drawn in; or a while, on a page that is not seen. */
function twoFrames() {
  return new Promise((done) => {
    requestAnimationFrame(() => requestAnimationFrame(done));
    setTimeout(done, FRAME_MS);
  });
}

/** Put the boards into their places. */
function placeBoards() {
  for (const box of room.querySelectorAll("[data-board]")) {
    const board = boards.get(box.getAttribute("data-board") ?? "");
    if (board && board.svg.parentElement !== box) box.replaceChildren(board.svg);
  }
}

/** The places of values in a part of the page. @param {ParentNode | null | undefined} root @returns {HTMLElement[]} those whose value has changed */
function changedValues(root) {
  return [.../** @type {NodeListOf<HTMLElement>} */ (root?.querySelectorAll("[data-value]") ?? [])].filter((box) => {
    const { state, text } = valueOf(box);
    return text !== undefined && (box.textContent !== text || box.dataset.state !== state);
  });
}

/** What a place shows: a state, and a text, undefined before the first answer. @param {HTMLElement} box @returns {{state: string, text?: string}} */
function valueOf({ dataset }) {
  const value = values[dataset.value ?? ""];
  if (Array.isArray(value)) return { state: value[0], text: value[1] };
  return { state: "", text: value === undefined ? undefined : fill(page.answers, { n: String(value) }) };
}

/** @param {readonly HTMLElement[]} boxes */
function showValues(boxes) {
  for (const box of boxes) {
    const { state, text = "" } = valueOf(box);
    box.textContent = box.title = text;
    box.dataset.state = state;
  }
}

/** Show all values that have changed, a few at a time. */
async function showOthers() {
  const boxes = changedValues(room);
  for (let i = 0; i < boxes.length; i += VALUES_AT_ONCE) {
    await twoFrames();
    showValues(boxes.slice(i, i + VALUES_AT_ONCE));
  }
}

/** Show what the rules have refused. */
function showRefused() {
  const list = document.getElementById("refused");
  const refused = /** @type {[string, string][]} */ (values.refused ?? []);
  if (list?.dataset.shown === String(refused)) return;
  if (list) list.dataset.shown = String(refused);
  const button = (/** @type {string} */ key) => make("button", { name: "screen", value: `rule ${key}` }, list?.dataset.show ?? "");
  list?.replaceChildren(...refused.map(([key, text]) => make("li", {}, text, " ", button(key))));
}

/** Leave a room that is there no longer. */
function leave() {
  rememberRoom("");
  location.assign("/class");
}

/** Return a selector of an element that finds it again when its part is replaced. @param {Element | null} element */
function selectorOf(element) {
  return ["name", "value", "href"].filter((name) => element?.hasAttribute(name))
    .map((name) => `[${name}="${CSS.escape(element?.getAttribute(name) ?? "")}"]`).join("");
}

/** A part of the page as it was sent, without its values. @param {Element} part */
function markup(part) {
  const copy = /** @type {Element} */ (part.cloneNode(true));
  for (const box of /** @type {NodeListOf<HTMLElement>} */ (copy.querySelectorAll("[data-value]"))) {
    box.replaceChildren();
    delete box.dataset.state;
  }
  return copy.outerHTML;
}

/** Fetch the page anew, and replace the parts that are others now; what is ticked or typed stays, and so does the focus. */
async function refresh() {
  const isLatest = beginRefresh();
  const answer = await reached(location.href, { headers: { accept: "text/html" } }, isLatest);
  const text = await answer?.text();
  if (!isLatest()) return;
  if (!answer?.ok || answer.redirected) {
    leave();
    return;
  }
  const fresh = new DOMParser().parseFromString(text ?? "", "text/html");
  if (fresh.getElementById("room")?.dataset.game !== room.dataset.game) {
    location.reload(); // the tasks are those of another game
    return;
  }
  version = Number(fresh.getElementById("room")?.dataset.version);
  const focused = document.activeElement;
  const ticked = new Set([...document.querySelectorAll("input[name=who]:checked")].map((box) => box.getAttribute("value")));
  for (const old of room.querySelectorAll("[data-part]")) {
    const found = fresh.querySelector(`[data-part=${old.getAttribute("data-part")}]`);
    if (!found || parts.get(old.getAttribute("data-part")) === markup(found)) continue;
    parts.set(old.getAttribute("data-part"), markup(found));
    old.replaceWith(document.adoptNode(found));
  }
  for (const box of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("input[name=who]"))) {
    box.checked ||= ticked.has(box.value);
  }
  placeBoards();
  if (focused?.isConnected === false) {
    const same = selectorOf(focused);
    const next = /** @type {HTMLElement | null} */ ((same && room.querySelector(same)) || room.querySelector("summary"));
    next?.focus();
  }
  await showOthers();
}

/** Ask for what has changed. */
async function poll() {
  if (document.hidden || isPolling) return;
  isPolling = true;
  await update().finally(() => { isPolling = false; });
}

async function update() {
  const answer = await fetch(`${room.dataset.feed}?since=${stamp}`).catch(() => undefined);
  if (answer && GONE.includes(answer.status)) leave();
  if (!answer?.ok) return;
  const changes = /** @type {Changes} */ (await answer.json());
  stamp = changes.stamp;
  // The answers to a question are drawn by the server; a round of the tournament brings boards.
  const isNew = room instanceof HTMLFormElement && Object.keys(changes.boards).some((id) => !room.querySelector(`[data-board="${id}"]`));
  const isFresh = isNew || changes.v !== version || ("answers" in changes.values && room.querySelector(".hall-question"));
  values = { ...values, ...changes.values };
  for (const [id, delta] of Object.entries(changes.boards)) {
    await twoFrames();
    await showBoard(id, delta);
    // In the same frame: a layout of the page lays out all boards anew that have changed since the last one.
    showValues(changedValues(room.querySelector(`[data-board="${id}"]`)?.parentElement));
  }
  showRefused();
  placeBoards();
  if (isFresh) await refresh();
  else await showOthers();
}

/** Send the form with the button that was pressed, once, and show what it has changed. @param {SubmitEvent} event */
async function submit(event) {
  event.preventDefault();
  const { name, value } = /** @type {HTMLButtonElement} */ (event.submitter);
  const key = `${name} ${value}`;
  if (sending.has(key)) return; // touched twice; another button acts at once
  sending.add(key);
  const isDone = await send(event).finally(() => setTimeout(() => sending.delete(key), TWICE_MS));
  if (!isDone) return;
  await refresh();
  await poll();
}

/** Send the form; a refusal is shown beside the button. @param {SubmitEvent} event @returns {Promise<boolean>} whether it was done */
async function send(event) {
  const form = /** @type {HTMLFormElement} */ (event.target);
  const pressed = /** @type {HTMLButtonElement} */ (event.submitter);
  const data = new FormData(form, pressed);
  if (pressed.name === "screen") data.set("act", "screen");
  if (pressed.name === "source-of") {
    data.set("act", "ask");
    data.set("source", pressed.value);
  }
  const isOfAsking = pressed.closest("[data-part=asking]");
  const ticked = [...form.querySelectorAll("input[name=who]:checked")].filter((box) => Boolean(box.closest("[data-part=asking]")) === Boolean(isOfAsking));
  data.delete("who");
  data.set("who", ticked.map((box) => box.getAttribute("value")).join(","));
  const answer = await fetch(location.href, { method: "POST", body: new URLSearchParams(/** @type {[string, string][]} */ ([...data])), headers: { accept: "application/json" } }).catch(() => undefined);
  form.querySelector(".error")?.remove();
  if (!answer || answer.status >= 400) {
    const problem = /** @type {{text: string}} */ (answer ? await answer.json() : { text: page.lost });
    pressed.after(make("span", { class: "error", role: "alert" }, problem.text));
    return false;
  }
  const details = pressed.closest("details");
  if (details?.open) {
    details.open = false;
    details.querySelector("summary")?.focus();
  }
  for (const box of /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll("input[name=who]:checked"))) box.checked = false;
  if (pressed.value === "names") /** @type {HTMLTextAreaElement} */ (form.querySelector("[name=names]")).value = "";
  return true;
}

if (room instanceof HTMLFormElement) {
  rememberRoom(location.pathname);
  room.addEventListener("submit", (event) => void submit(event));
}
document.addEventListener("visibilitychange", () => void poll());
setInterval(() => void poll(), POLL_MS);
void poll();
