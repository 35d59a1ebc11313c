// In a game of an event: tells the server for how long the window was out of sight or in the background.  What of that fell
// into the own turn is shown to the arbiters as a hint; the regulations say so.

const SHORTEST_MS = 5000;
const table = /** @type {HTMLElement} */ (document.querySelector("[data-away]"));
const csrf = document.querySelector("meta[name=csrf]")?.getAttribute("content") ?? "";
/** Since when the player looks elsewhere, 0 while he does not. */
let since = 0;

/** The player looks here again, or the page goes. */
function tell() {
  const ms = Date.now() - since;
  const lasts = since > 0 && ms >= SHORTEST_MS;
  since = 0;
  const { away = "", game = "" } = table.dataset;
  // A beacon arrives also when the page is on its way out.
  if (lasts) navigator.sendBeacon(away, new URLSearchParams({ csrf, game, seconds: String(Math.round(ms / 1000)) }));
}

function look() {
  if (!document.hidden && document.hasFocus()) tell();
  else if (!since) since = Date.now();
}

window.onblur = window.onfocus = look;
document.addEventListener("visibilitychange", look);
addEventListener("pagehide", tell);
look();

export {};
