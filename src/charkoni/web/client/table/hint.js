// Hints, shown step by step.  Fetched with the first of them.

/** @typedef {import("../messages").Hint} HintReply */

/** The last hint that came. @type {HintReply | undefined} */
let hint;
/** How many steps of it have been shown. */
let shown = 0;

/**
 * Show the next step of a hint in the present position.
 * @param {import("./panels.js").Panels} panels
 * @param {import("../board/scene.js").BoardRenderer} renderer
 * @param {number | undefined} v the present version of the game
 * @param {HintReply} [message] a hint that has just come; the one before without it
 * @returns {boolean} whether there is a hint for this position
 */
export function showHint(panels, renderer, v, message) {
  if (message) {
    hint = message;
    shown = 0;
  }
  if (!hint || hint.v !== v) return false;
  const last = hint.steps.length - 1;
  if (shown) renderer.markTargets([], shown === 1 && last > 1 ? hint.script.slice(0, 1) : hint.script, {}, false);
  panels.showSentence(hint.steps[Math.min(shown, last)]);
  shown += 1;
  return true;
}
