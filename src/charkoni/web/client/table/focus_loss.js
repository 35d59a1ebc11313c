// Loss of focus in a game of an event: reports to the server how long the window was hidden or in the background.
// The part of it in the player's turn is shown to the arbiters as a hint, as the regulations announce.

const SHORTEST_MS = 5000;
const table = /** @type {HTMLElement} */ (document.querySelector("[data-away]"));
const csrf = document.querySelector("meta[name=csrf]")?.getAttribute("content") ?? "";
/** When the focus was lost, in ms of `Date.now`; 0 while the page has it. */
let since = 0;

/** Report a loss that ends now, unless it was short. */
function report() {
  const ms = Date.now() - since;
  const isLong = since > 0 && ms >= SHORTEST_MS;
  since = 0;
  const { away = "", game = "" } = table.dataset;
  // A beacon arrives also while the page is being left.
  if (isLong) navigator.sendBeacon(away, new URLSearchParams({ csrf, game, seconds: String(Math.round(ms / 1000)) }));
}

/** Handle a change of focus. */
function update() {
  if (!document.hidden && document.hasFocus()) report();
  else if (!since) since = Date.now();
}

window.onblur = window.onfocus = update;
document.addEventListener("visibilitychange", update);
addEventListener("pagehide", report);
update();

export {};
