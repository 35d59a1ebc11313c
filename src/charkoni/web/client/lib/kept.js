// What follows a member from device to device: it is sent when it changes, and a browser that is new to the member gets it.

const LISTS = ["lessons", "puzzles"];
const DELAY_MS = 800;

/** @param {string} key @param {unknown} fallback @returns {unknown} */
function stored(key, fallback) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null") ?? fallback;
  } catch {
    return fallback; // storage is disabled, or its content is invalid
  }
}

/** Send what this browser has kept, and store what other devices have sent. @param {string} session @param {boolean} isLeaving */
async function exchange(session, isLeaving = false) {
  const kept = { lessons: stored("lessons", []), puzzles: stored("puzzles", []), settings: stored("settings", {}) };
  const isNew = stored("kept", "") !== session;
  const token = document.querySelector("meta[name=csrf]")?.getAttribute("content") ?? "";
  const fields = { kept: JSON.stringify(kept), ...(isNew ? { is_new: "1" } : {}) };
  const answer = await fetch("/me/kept.json", {
    method: "POST", body: new URLSearchParams(fields), headers: { "x-csrf-token": token }, keepalive: isLeaving,
  }).catch(() => undefined);
  if (!answer?.ok || isLeaving) return;
  const all = await answer.json();
  try {
    // What was done or set while the answer was on its way stays, and is sent next.
    for (const key of LISTS) localStorage.setItem(key, JSON.stringify([...new Set([...all[key], .../** @type {string[]} */ (stored(key, []))])]));
    const now = /** @type {Record<string, unknown>} */ (stored("settings", {}));
    const before = /** @type {Record<string, unknown>} */ (kept.settings);
    const changed = Object.entries(now).filter(([name, value]) => value !== before[name]);
    localStorage.setItem("settings", JSON.stringify({ ...all.settings, ...Object.fromEntries(changed) }));
    localStorage.setItem("kept", JSON.stringify(session));
  } catch {
    return; // without storage nothing is kept here
  }
  if (isNew) dispatchEvent(new CustomEvent("kept"));
}

const session = document.querySelector("script[data-session]")?.getAttribute("data-session") ?? "";
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

function schedule() {
  clearTimeout(timer);
  timer = setTimeout(() => { timer = undefined; void exchange(session); }, DELAY_MS);
}

for (const event of ["settings", "done"]) addEventListener(event, schedule);
addEventListener("pagehide", () => { if (timer !== undefined) void exchange(session, true); });
if (stored("kept", "") !== session) void exchange(session);
