// The card before the first game of its kind on this device: the aim, a picture that moves, and the ways to begin.
// It stands in the panel, or below the board: who moves at once has begun, and the card goes.

import { Demonstration } from "./demonstration.js";
import { fetchGuide } from "./guide.js";
import { part } from "../../lib/elements.js";

const COOKIE = "charkoni_met";
const YEAR_S = 365 * 24 * 3600;

/** Remember that this device has met a game. @param {string} family */
export function remember(family) {
  const stored = document.cookie.split("; ").find((each) => each.startsWith(`${COOKIE}=`))?.slice(COOKIE.length + 1) ?? "";
  const met = new Set([...stored.split(".").filter(Boolean), family]);
  document.cookie = `${COOKIE}=${[...met].join(".")}; path=/; max-age=${YEAR_S}; samesite=lax`;
}

/** Let the card go with the first move, and its picture move. */
async function meet() {
  const card = /** @type {HTMLDialogElement} */ (part("meeting"));
  const board = part("board");
  const close = () => card.close();
  // Scrolled to it, a low page would hide the clocks.
  if (document.activeElement === document.body) /** @type {HTMLElement | null} */ (card.querySelector(".good"))?.focus({ preventScroll: true });
  board.addEventListener("pointerdown", close, true);
  board.addEventListener("keydown", close, true);
  addEventListener("keydown", (event) => { if (event.key === "Escape") close(); }, { once: true });
  remember(card.dataset.family ?? "");
  const { demonstration, labels } = await fetchGuide();
  const shown = new Demonstration(part("meeting-stage"), demonstration, labels);
  card.addEventListener("close", () => shown.stop(), { once: true });
  if (card.open) void shown.play();
}

if (document.getElementById("meeting")) void meet();
