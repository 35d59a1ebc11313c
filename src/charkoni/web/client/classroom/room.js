// The screens of a teacher: all boards and what pupils do, of which the server sends what has changed.

import { BoardRenderer } from "../board/scene.js";
import { fill, make, makeSvg, part } from "../lib/elements.js";
import { reached } from "../lib/retries.js";
import { rememberRoom } from "../lib/taught_room.js";

/** @typedef {import("../messages").Node} Node */
/** @typedef {import("../messages").Scene} Scene */
/** scene: the address, of a new board. @typedef {{scene?: string, set: Node[], del: string[], order?: string[]}} Delta */
/** @typedef {{stamp: number, v: number, values: Record<string, unknown>, boards: Record<string, Delta>}} Changes */

const POLL_MS = 3000;
const FRAME_MS = 100;

const room = part("room");
const page = /** @type {{lang: string, answers: string}} */ (JSON.parse(part("page").textContent ?? "{}"));
/** By address. @type {Map<string, Promise<Scene>>} */
const scenes = new Map();
/** By the id of the game. @type {Map<string, BoardRenderer>} */
const boards = new Map();
/** @type {Record<string, unknown>} */
let values = {};
let stamp = 0;
let version = Number(room.dataset.version);
let isPolling = false;

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
  boards.get(id)?.change(delta.set, delta.del, delta.order);
}

/** Wait for the next frame, so that no frame has to draw several boards; or a while, on a page that is not seen. */
function nextFrame() {
  return new Promise((done) => {
    requestAnimationFrame(done);
    setTimeout(done, FRAME_MS);
  });
}

/** Put the boards and values into their places. */
function place() {
  for (const box of room.querySelectorAll("[data-board]")) {
    const board = boards.get(box.getAttribute("data-board") ?? "");
    if (board && board.svg.parentElement !== box) box.replaceChildren(board.svg);
  }
  for (const box of /** @type {NodeListOf<HTMLElement>} */ (room.querySelectorAll("[data-value]"))) {
    const value = values[box.dataset.value ?? ""];
    const [state, text] = Array.isArray(value) ? value : ["", fill(page.answers, { n: String(value ?? 0) })];
    if (box.textContent !== text) box.textContent = box.title = text;
    box.dataset.state = state;
  }
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

/** Fetch the page anew, and replace its parts; what is ticked or typed stays, and so does the focus. */
async function refresh() {
  const answer = await fetch(location.href, { headers: { accept: "text/html" } });
  if (!answer.ok || answer.redirected) {
    leave();
    return;
  }
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (fresh.getElementById("room")?.dataset.game !== room.dataset.game) {
    location.reload(); // the tasks are those of another game
    return;
  }
  version = Number(fresh.getElementById("room")?.dataset.version);
  const focused = document.activeElement;
  const ticked = new Set([...document.querySelectorAll("input[name=who]:checked")].map((box) => box.getAttribute("value")));
  for (const old of room.querySelectorAll("[data-part]")) {
    const found = fresh.querySelector(`[data-part=${old.getAttribute("data-part")}]`);
    if (found) old.replaceWith(document.adoptNode(found));
  }
  for (const box of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("input[name=who]"))) {
    box.checked ||= ticked.has(box.value);
  }
  place();
  if (focused?.isConnected === false) {
    const same = selectorOf(focused);
    const next = /** @type {HTMLElement | null} */ ((same && room.querySelector(same)) || room.querySelector("summary"));
    next?.focus();
  }
}

/** Ask for what has changed. */
async function poll() {
  if (document.hidden || isPolling) return;
  isPolling = true;
  await update().finally(() => { isPolling = false; });
}

async function update() {
  const answer = await fetch(`${room.dataset.feed}?since=${stamp}`).catch(() => undefined);
  if (!answer) return;
  if (!answer.ok) {
    leave();
    return;
  }
  const changes = /** @type {Changes} */ (await answer.json());
  stamp = changes.stamp;
  // The answers to a question are drawn by the server; a round of the tournament brings boards.
  const isNew = room instanceof HTMLFormElement && Object.keys(changes.boards).some((id) => !room.querySelector(`[data-board="${id}"]`));
  const isFresh = isNew || changes.v !== version || ("answers" in changes.values && room.querySelector(".hall-question"));
  values = { ...values, ...changes.values };
  for (const [id, delta] of Object.entries(changes.boards)) {
    await nextFrame();
    await showBoard(id, delta);
  }
  if (isFresh) await refresh();
  else place();
}

/** Send the form with the button that was pressed, and show what it has changed. @param {SubmitEvent} event */
async function submit(event) {
  event.preventDefault();
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
  const answer = await fetch(location.href, { method: "POST", body: new URLSearchParams(/** @type {[string, string][]} */ ([...data])), headers: { accept: "application/json" } });
  form.querySelector(".error")?.remove();
  if (answer.status >= 400) {
    const problem = /** @type {{text: string}} */ (await answer.json());
    pressed.after(make("span", { class: "error", role: "alert" }, problem.text));
    return;
  }
  const details = pressed.closest("details");
  if (details?.open) {
    details.open = false;
    details.querySelector("summary")?.focus();
  }
  for (const box of /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll("input[name=who]:checked"))) box.checked = false;
  if (pressed.value === "names") /** @type {HTMLTextAreaElement} */ (form.querySelector("[name=names]")).value = "";
  await refresh();
  await poll();
}

if (room instanceof HTMLFormElement) {
  rememberRoom(location.pathname);
  room.addEventListener("submit", (event) => void submit(event));
}
document.addEventListener("visibilitychange", () => void poll());
setInterval(() => void poll(), POLL_MS);
void poll();
