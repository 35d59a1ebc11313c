// Where the keys that move the focus on a board lead; fetched when the board has the focus.

/** @typedef {import("./scene.js").BoardRenderer} BoardRenderer */
/** @typedef {import("./scene.js").Point} Point */

const STEPS = /** @type {Record<string, [number, number]>} */ ({
  ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
});

/**
 * The zone to which a key leads: an arrow to a neighbour that is not hidden, PageDown and PageUp to the next and the
 * previous legal zone.
 * @param {BoardRenderer} renderer
 * @param {string} at the zone with the focus
 * @param {string} key as in `KeyboardEvent`
 * @returns {string | undefined}
 */
export function destination(renderer, at, key) {
  const { buttons } = renderer;
  const step = STEPS[key];
  if (!step) {
    const all = [...buttons.keys()];
    const later = [...all.slice(all.indexOf(at) + 1), ...all.slice(0, all.indexOf(at))];
    return (key === "PageDown" ? later : later.reverse()).find((zone) => buttons.get(zone)?.classList.contains("legal"));
  }
  const shown = /** @type {Record<string, Point>} */ ({});
  for (const [zone, button] of buttons) {
    const spot = renderer.spot(zone);
    if (spot && !button.hasAttribute("aria-hidden")) shown[zone] = spot;
  }
  return neighbour(shown, at, ...step);
}

/**
 * The nearest zone in a direction; a zone straight ahead counts as nearer.
 * @param {Record<string, Point>} spots centres by zone
 * @param {string} at the zone to start from
 * @param {number} dx -1, 0 or 1
 * @param {number} dy -1, 0 or 1; one of both is 0
 * @returns {string | undefined}
 */
export function neighbour(spots, at, dx, dy) {
  const from = spots[at];
  if (!from) return undefined;
  let best;
  let least = Infinity;
  for (const [zone, to] of Object.entries(spots)) {
    const ahead = (to.x - from.x) * dx + (to.y - from.y) * dy;
    const aside = Math.abs((to.x - from.x) * dy) + Math.abs((to.y - from.y) * dx);
    // Each key has a quarter of all directions, so that every zone lies in one.
    if (zone === at || ahead <= 0.5 || aside > ahead * 1.001) continue;
    // Of two equally near zones the clockwise one: on a diagonal grid each key leads along another diagonal.
    const isClockwise = (to.y - from.y) * dx > (to.x - from.x) * dy;
    const far = Math.hypot(ahead, aside) * (1 + (0.35 * aside) / ahead) - (isClockwise ? 0.01 : 0);
    if (far < least) [best, least] = [zone, far];
  }
  return best;
}
