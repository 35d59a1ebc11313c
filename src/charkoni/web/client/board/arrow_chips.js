// Chips that are directions: arrows round a piece.  Fetched with the first of them.

import { makeSvg } from "../lib/elements.js";

/**
 * Put chips round a point.
 * @param {readonly {chip: HTMLElement, direction: readonly [number, number]}[]} directed the chips with their unit vectors
 * @param {import("./scene.js").Point} at relative to the board, in px
 * @param {number} far their distance from it, in px
 */
export function surround(directed, at, far) {
  for (const { chip, direction: [x, y] } of directed) {
    if (!chip.classList.contains("arrow")) chip.replaceChildren(arrow());
    chip.classList.add("arrow");
    chip.style.left = `${at.x + x * far}px`;
    chip.style.top = `${at.y + y * far}px`;
    chip.style.rotate = `${Math.atan2(x, -y)}rad`;
  }
}

/** An arrow that points up. */
function arrow() {
  const svg = makeSvg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" });
  svg.append(makeSvg("path", { d: "M12 3l8 9h-5v9H9v-9H4z" }));
  return svg;
}
