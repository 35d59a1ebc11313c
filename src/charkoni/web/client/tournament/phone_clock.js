// A phone as the clock of a table in the hall: each player taps their half after a move.
// It needs no network and survives a reload of the page.

/** left: ms of both sides; runs: the side whose clock runs, -1 for none; since: when it began, in ms of `Date.now`. @typedef {{left: number[], runs: number, since: number}} Clock */

const LOW_MS = 60_000;
const box = /** @type {HTMLElement} */ (document.querySelector(".hall-clock"));
const name = `clock-${box.dataset.clock}`;
const full = Number(box.dataset.minutes) * 60_000;
const halves = /** @type {HTMLButtonElement[]} */ ([0, 1].map((side) => box.querySelector(`[data-side="${side}"]`)));
/** @type {Clock} */
let clock = load();
/** @type {WakeLockSentinel | undefined} */
let lock;

/** The clock that the browser has stored, or a new one. @returns {Clock} */
function load() {
  try {
    const stored = JSON.parse(localStorage.getItem(name) ?? "");
    if (Array.isArray(stored.left) && stored.left.length === 2) return stored;
  } catch {
    // nothing is stored, or it cannot be read: a new clock
  }
  return { left: [full, full], runs: -1, since: 0 };
}

function save() {
  localStorage.setItem(name, JSON.stringify(clock));
}

/** The time left for a side, in ms. @param {number} side */
function left(side) {
  return Math.max(0, clock.left[side] - (clock.runs === side ? Date.now() - clock.since : 0));
}

/** Let the clock of a side run. @param {number} side -1 for none */
function run(side) {
  clock = { left: [left(0), left(1)], runs: side, since: Date.now() };
  save();
  show();
  if (side >= 0) void lockScreen();
}

/** Keep the screen on. */
async function lockScreen() {
  if (!lock && "wakeLock" in navigator) lock = await navigator.wakeLock.request("screen").catch(() => undefined);
}

function show() {
  halves.forEach((half, side) => {
    const ms = left(side);
    const seconds = Math.ceil(ms / 1000);
    const digits = /** @type {HTMLElement} */ (half.querySelector("b"));
    const text = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    if (digits.textContent !== text) digits.textContent = text;
    half.classList.toggle("runs", clock.runs === side);
    half.classList.toggle("low", ms < LOW_MS && clock.runs !== side);
    half.classList.toggle("out", ms === 0);
  });
  if (clock.runs >= 0 && left(clock.runs) === 0) {
    clock = { left: [left(0), left(1)], runs: -1, since: 0 };
    save();
    navigator.vibrate?.(600);
  }
}

halves.forEach((half, side) => half.addEventListener("click", () => {
  if (left(0) === 0 || left(1) === 0) return;
  if (clock.runs < 0) run(clock.left[0] === full && clock.left[1] === full ? 0 : side);
  else if (clock.runs === side) run(1 - side);
}));
box.addEventListener("click", (event) => {
  const button = /** @type {HTMLElement} */ (event.target).closest("[data-do]");
  if (!(button instanceof HTMLElement)) return;
  if (button.dataset.do === "pause") run(-1);
  if (button.dataset.do === "reset" && window.confirm(button.dataset.sure)) {
    clock = { left: [full, full], runs: -1, since: 0 };
    save();
    show();
  }
});
window.setInterval(show, 100);
show();

export {};
