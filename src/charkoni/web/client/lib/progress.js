// Progress in lessons and puzzles: the browser stores which are done, lists show a tick.

/** @typedef {"lesson" | "puzzle"} Kind */

/** @param {Kind} kind @returns {string[]} the keys of those done */
export function done(kind) {
  try {
    const stored = /** @type {unknown} */ (JSON.parse(localStorage.getItem(`${kind}s`) ?? "[]"));
    return Array.isArray(stored) ? stored.map(String) : [];
  } catch {
    return []; // storage is disabled, or its content is invalid
  }
}

/** Store that a lesson or puzzle is done, and tick it. @param {Kind} kind @param {string} key */
export function markDone(kind, key) {
  try {
    localStorage.setItem(`${kind}s`, JSON.stringify([...new Set([...done(kind), key])]));
  } catch {
    // without storage it is not remembered
  }
  showDone(kind);
  dispatchEvent(new CustomEvent("done"));
}

/** Tell a page in a classroom of a try. @param {string} key of the lesson or puzzle @param {boolean} right @param {number} [n] the step of a lesson */
export function report(key, right, n = 1) {
  dispatchEvent(new CustomEvent("tried", { detail: { key, n: String(n), right: right ? "1" : "" } }));
}

/** Show the ticks of those done: the elements `.done` in elements `data-<kind>`. @param {Kind} kind */
export function showDone(kind) {
  const all = new Set(done(kind));
  for (const each of document.querySelectorAll(`[data-${kind}]`)) {
    const sign = each.querySelector(".done");
    if (sign instanceof HTMLElement) sign.hidden = !all.has(each.getAttribute(`data-${kind}`) ?? "");
  }
}

addEventListener("kept", () => { for (const kind of /** @type {Kind[]} */ (["lesson", "puzzle"])) showDone(kind); });
