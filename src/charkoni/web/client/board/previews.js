// Previews that are fetched on demand: the tooltip of a zone with its stack, and what the opponent could take.

import { make, makeSvg, part } from "../lib/elements.js";
import { markZones } from "./transient_marks.js";

/** @typedef {import("./scene.js").BoardRenderer} BoardRenderer */

const DISC_PX = 30;

/**
 * Show the label of a zone and, of a stack, all its pieces with the letters of their owners.
 * @param {BoardRenderer} renderer
 * @param {string} zone
 * @param {string} label
 * @param {boolean} stackOnly show nothing but stacks, since a move is previewed
 */
export function showTooltip(renderer, zone, label, stackOnly) {
  const spot = renderer.spot(zone);
  const { scene } = renderer;
  hideTooltip();
  if (!spot || !scene) return;
  const pieces = renderer.piecesOn(zone).filter((node) => Object.hasOwn(scene.stacks, node[1]));
  if (stackOnly && pieces.length < 2) return;
  const shown = make("div", { id: "tip", class: "tip", role: "tooltip" }, make("span", {}, label));
  if (pieces.length > 1) shown.prepend(fan(renderer, pieces, scene.stacks));
  part("board").append(shown);
  place(shown, renderer.screen(spot), ((renderer.box(zone)?.height ?? 0) * renderer.scale) / 2 + 6);
}

/** Hide the tooltip. */
export function hideTooltip() {
  document.getElementById("tip")?.remove();
}

/**
 * A picture of a stack, its pieces one below the other, the uppermost first.
 * @param {BoardRenderer} renderer
 * @param {import("../messages").Node[]} pieces the lowest first
 * @param {Record<string, string>} letters by symbol
 */
function fan(renderer, pieces, letters) {
  const high = pieces.length * DISC_PX;
  const svg = makeSvg("svg", { viewBox: `-24 -15 72 ${high}`, width: 72, height: high, "aria-hidden": "true", class: "fan" });
  [...pieces].reverse().forEach((node, i) => {
    const row = makeSvg("g", { transform: `translate(0 ${i * DISC_PX})` });
    const letter = makeSvg("text", { x: 36, y: 0, "dominant-baseline": "central", "text-anchor": "middle", "font-size": 15 });
    letter.textContent = letters[node[1]];
    row.append(makeSvg("use", { href: `#${renderer.prefix}${node[1]}` }), letter);
    svg.append(row);
  });
  return svg;
}

/**
 * Put a tooltip above a point, or below it where there is no room above.
 * @param {HTMLElement} tooltip
 * @param {{x: number, y: number}} at in px of the screen
 * @param {number} gap in px
 */
function place(tooltip, at, gap) {
  const board = part("board").getBoundingClientRect();
  const { width, height } = tooltip.getBoundingClientRect();
  const x = at.x - board.left - width / 2;
  const above = at.y - board.top - gap - height;
  tooltip.style.left = `${Math.min(Math.max(x, 4), Math.max(4, board.width - width - 4))}px`;
  tooltip.style.top = `${above > 0 ? above : at.y - board.top + gap}px`;
}

/** @type {Map<string, Promise<{zones: string[], say: string} | undefined>>} */
const requests = new Map();

/**
 * Mark what the opponent could take after a move that is previewed.
 * @param {BoardRenderer} renderer
 * @param {import("../messages").Peek} message the preview
 * @param {() => boolean} isPreviewed whether it still is
 * @param {(text: string) => void} say shows a sentence
 */
export async function warn(renderer, message, isPreviewed, say) {
  const threats = await fetchThreats(message.g, message.v, message.m ?? "");
  if (!threats?.say || !isPreviewed()) return;
  markZones(renderer, threats.zones, "danger");
  say(`${message.say} ${threats.say}`);
}

/**
 * Fetch what the opponent could take after a move.
 * @param {string} g key of the game
 * @param {number} v version of the position
 * @param {string} move
 * @returns {Promise<{zones: string[], say: string} | undefined>} undefined when the server does not respond
 */
function fetchThreats(g, v, move) {
  const key = `${g} ${v} ${move}`;
  const cached = requests.get(key);
  if (cached) return cached;
  const request = fetch(`/g/${g}/danger.json?${new URLSearchParams({ m: move })}`).then(
    (answer) => (answer.ok ? answer.json() : undefined),
    () => undefined, // without a connection there is no preview
  );
  requests.set(key, request);
  return request;
}
