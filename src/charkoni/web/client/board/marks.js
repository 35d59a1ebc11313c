// The shapes of the marks on a board: rings of light, and the signs on targets.

import { makeSvg } from "../lib/elements.js";

/** Paths of the signs on targets, in a square from -8 to 8. */
export const SIGNS = /** @type {Record<string, string>} */ ({
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

/**
 * A mark as light on the board: a shape twice, first as its dark edge, so that it is seen on every ground.
 * @param {string} cls @param {string | readonly SVGElement[]} shape as markup, or as elements, which are copied @returns {SVGElement}
 */
export function ring(cls, shape) {
  const made = makeSvg("g", { class: cls });
  if (typeof shape === "string") made.innerHTML = shape.repeat(2);
  else made.append(...shape.map((each) => each.cloneNode()), ...shape);
  [...made.children].forEach((each, i, { length }) => each.setAttribute("class", 2 * i < length ? "edge" : "light"));
  return made;
}

/** Shrink a rectangle a little, with round corners. @param {SVGElement} shape */
export function inset(shape) {
  const [x, y, width, height] = ["x", "y", "width", "height"].map((name) => Number(shape.getAttribute(name)));
  const by = 0.06 * Math.min(width, height);
  const made = { x: x + by, y: y + by, width: width - 2 * by, height: height - 2 * by, rx: Math.max(2 * by, Number(shape.getAttribute("rx")) - by) };
  for (const [name, value] of Object.entries(made)) shape.setAttribute(name, String(value));
}
