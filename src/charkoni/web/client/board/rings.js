// Rings of light on a board, and the shapes of zones without a common edge.

import { makeSvg } from "../lib/elements.js";

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

/** Shrink a rectangle a little, with round corners, so that neighbours share no edge. @param {SVGRectElement} shape */
export function inset({ x, y, width, height, rx }) {
  const by = 0.06 * Math.min(width.baseVal.value, height.baseVal.value);
  rx.baseVal.value = Math.max(2 * by, rx.baseVal.value - by);
  for (const side of [x, y]) side.baseVal.value += by;
  for (const side of [width, height]) side.baseVal.value -= 2 * by;
}
