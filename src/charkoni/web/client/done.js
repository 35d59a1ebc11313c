// What is done: lessons and puzzles.  The browser keeps it, lists show a tick.

/** @typedef {"lesson" | "puzzle"} Kind */

/** @param {Kind} kind @returns {string[]} the keys of what is done */
function done(kind) {
  try {
    const found = /** @type {unknown} */ (JSON.parse(localStorage.getItem(`${kind}s`) ?? "[]"));
    return Array.isArray(found) ? found.map(String) : [];
  } catch {
    return []; // storage is forbidden or its content is not ours
  }
}

/** @param {Kind} kind @param {string} key */
export function remember(kind, key) {
  try {
    localStorage.setItem(`${kind}s`, JSON.stringify([...new Set([...done(kind), key])]));
  } catch {
    // a browser that keeps nothing forgets it, and that is all
  }
  tick(kind);
}

/** Tick what is done. @param {Kind} kind */
export function tick(kind) {
  const all = new Set(done(kind));
  for (const each of document.querySelectorAll(`[data-${kind}]`)) {
    const sign = each.querySelector(".done");
    if (sign instanceof HTMLElement) sign.hidden = !all.has(each.getAttribute(`data-${kind}`) ?? "");
  }
}
