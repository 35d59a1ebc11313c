// Aids for the eye that are fetched when somebody wants them: what lies on a zone, what the opponent could take.

import { make, part } from "./panels.js";
import { element } from "./scene.js";

/** @typedef {import("./scene.js").Painter} Painter */

const DISC_PX = 30;

/**
 * Show what a zone is and, of a stack, all its pieces side by side with the letters of their owners.
 * @param {Painter} painter
 * @param {string} zone
 * @param {string} label
 * @param {boolean} only whether stacks alone are worth showing, since a preview is
 */
export function tip(painter, zone, label, only) {
  const spot = painter.spot(zone);
  const { scene } = painter;
  hide();
  if (!spot || !scene) return;
  const lying = painter.lying(zone).filter((node) => Object.hasOwn(scene.stacks, node[1]));
  if (only && lying.length < 2) return;
  const shown = make("div", { id: "tip", class: "tip", role: "tooltip" }, make("span", {}, label));
  if (lying.length > 1) shown.prepend(fan(painter, lying, scene.stacks));
  part("board").append(shown);
  place(shown, painter.screen(spot), ((painter.box(zone)?.height ?? 0) * painter.scale) / 2 + 6);
}

/** Take away what `tip` shows. */
export function hide() {
  document.getElementById("tip")?.remove();
}

/**
 * The pieces of a stack one below the other, the uppermost first.
 * @param {Painter} painter
 * @param {import("./messages").Node[]} lying
 * @param {Record<string, string>} letters
 */
function fan(painter, lying, letters) {
  const high = lying.length * DISC_PX;
  const svg = element("svg", { viewBox: `-24 -15 72 ${high}`, width: 72, height: high, "aria-hidden": "true", class: "fan" });
  [...lying].reverse().forEach((node, i) => {
    const row = element("g", { transform: `translate(0 ${i * DISC_PX})` });
    const letter = element("text", { x: 36, y: 0, "dominant-baseline": "central", "text-anchor": "middle", "font-size": 15 });
    letter.textContent = letters[node[1]];
    row.append(element("use", { href: `#${painter.prefix}${node[1]}` }), letter);
    svg.append(row);
  });
  return svg;
}

/**
 * Put a tip above a point of the screen, or below it where there is no room above.
 * @param {HTMLElement} shown
 * @param {{x: number, y: number}} at
 * @param {number} far from the point
 */
function place(shown, at, far) {
  const board = part("board").getBoundingClientRect();
  const { width, height } = shown.getBoundingClientRect();
  const x = at.x - board.left - width / 2;
  const above = at.y - board.top - far - height;
  shown.style.left = `${Math.min(Math.max(x, 4), Math.max(4, board.width - width - 4))}px`;
  shown.style.top = `${above > 0 ? above : at.y - board.top + far}px`;
}

/** @type {Map<string, Promise<{zones: string[], say: string} | undefined>>} */
const asked = new Map();

/** What the opponent could take after a move of the position `v`. @param {string} g @param {number} v @param {string} move */
export function danger(g, v, move) {
  const key = `${g} ${v} ${move}`;
  const known = asked.get(key);
  if (known) return known;
  const found = fetch(`/g/${g}/danger.json?${new URLSearchParams({ m: move })}`).then(
    (answer) => (answer.ok ? answer.json() : undefined),
    () => undefined, // without a connection there is no aid
  );
  asked.set(key, found);
  return found;
}
