// A search for anybody: asks whether there is somebody, and offers a computer after a while.

import { part } from "../lib/elements.js";

const EVERY_MS = 3000;
const box = part("search");
const offer = /** @type {HTMLFormElement} */ (box.querySelector("form"));
const looking = /** @type {HTMLElement} */ (box.querySelector(".looking"));
let isAsking = false;
const csrf = document.querySelector("meta[name=csrf]")?.getAttribute("content") ?? "";

/** Show the computer instead of the sentence, or the other way round. @param {boolean} isOver */
function show(isOver) {
  offer.hidden = !isOver;
  looking.hidden = isOver;
}

/** Go on with the search, and move to the game of somebody who waited before. */
async function ask() {
  if (part("table").dataset.turn !== "waiting") {
    clearInterval(timer);
    box.remove();
    return;
  }
  if (isAsking) return; // the answer to a second question would lead away from the game that the first one has found
  isAsking = true;
  const answer = await fetch(box.dataset.url ?? "", { method: "POST", headers: { "x-csrf-token": csrf } }).catch(() => undefined);
  const { url = "" } = answer?.ok ? /** @type {{url?: string}} */ (await answer.json().catch(() => ({}))) : {};
  const to = answer?.status === 404 ? "/lobby" : url; // deleted while this page slept
  isAsking = Boolean(to);
  if (to) location.assign(to);
}

show(false);
setTimeout(() => show(true), Number(box.dataset.left));
const timer = setInterval(() => void ask(), EVERY_MS);

export {};
