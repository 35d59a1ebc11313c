// Marks that come and go with a premove, a threat or a refused tap.  Fetched with the first of them.

/** @typedef {import("./scene.js").BoardRenderer} BoardRenderer */

/**
 * Mark zones above the ghosts, in place of those marked in this class before.
 * @param {BoardRenderer} renderer @param {readonly string[]} zones @param {string} cls
 */
export function markZones(renderer, zones, cls) {
  const { ghosts } = renderer.layers;
  for (const old of ghosts.querySelectorAll(`.${cls}`)) old.remove();
  if (zones.length) renderer.svg.classList.add("ghosted");
  ghosts.append(...zones.flatMap((zone) => renderer.shape(zone, cls)));
}

/** Shake a zone: a tap on it is refused. @param {BoardRenderer} renderer @param {string} zone */
export function shake(renderer, zone) {
  const [shape] = renderer.shape(zone, "refused");
  if (!shape) return;
  renderer.layers.over.append(shape);
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const frames = isStill ? [{ opacity: 1 }, { opacity: 0 }] : [0, -5, 5, -3, 3, 0].map((x) => ({ transform: `translate(${x}px, 0)` }));
  shape.animate(frames, 420).finished.then(() => shape.remove(), () => shape.remove());
}
