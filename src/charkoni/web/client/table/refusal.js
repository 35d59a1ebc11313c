// The reason of a refused tap or move, with a link to the clause.  Fetched with the first of them.

import { fill, part } from "../lib/elements.js";

/**
 * Show why a tap or a typed move is refused.
 * @param {import("./context").TableContext} table
 * @param {import("../messages").Why} message
 */
export function showReason({ now, panels, words }, { v, text, rule, url }) {
  if (v !== now()?.v || !text) return;
  // The link names the clause.
  if (rule && url) panels.showSentence(text.replace(` (${rule})`, ""), "refused", { text: fill(words.clause, { rule }), url });
  else panels.showSentence(text, "refused");
  part("type-error").textContent = text;
}
