// The signs on targets.  Fetched with the first of them.

import { makeSvg } from "../lib/elements.js";

/** Paths of the signs on targets, in a square from -8 to 8. */
const SIGNS = /** @type {Record<string, string>} */ ({
  capture: "M-5-5 5 5M5-5-5 5",
  bind: "M-2 0a3 3 0 1 0-4 0a3 3 0 1 0 4 0h4a3 3 0 1 0 4 0a3 3 0 1 0-4 0z",
  extra: "M5-2A5.4 5.4 0 1 0 5 3M5.6-6v4h-4",
  fortress: "M-5 5v-9h2.4v2.6h1.6v-2.6h2v2.6h1.6v-2.6H5v9z",
  home: "M-6 0 0-6 6 0M-4-1v6h8v-6",
  merge: "M-4.5 0h9M0-4.5v9",
});

/**
 * A sign: its path on a disc.
 * @param {string} name of `SIGNS` @param {Record<string, string>} [attributes] @returns {SVGElement}
 */
export function sign(name, attributes = {}) {
  const badge = makeSvg("g", { class: `sign sign-${name}`, ...attributes });
  badge.append(makeSvg("circle", { r: 9 }), makeSvg("path", { d: SIGNS[name] ?? "" }));
  return badge;
}
