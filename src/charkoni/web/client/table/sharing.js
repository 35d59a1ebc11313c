// The dialog of links and texts to share.  The server renders them; buttons to copy them are added here.

import { make, part } from "../lib/elements.js";

/**
 * Fill the dialog for a ply.
 * @param {string} g key of the game
 * @param {number | undefined} ply undefined for the present position
 * @param {Record<string, string>} words texts by name
 */
export async function fillShareDialog(g, ply, words) {
  const body = part("share-body");
  const address = `/g/${g}/share${ply === undefined ? "" : `?ply=${ply}`}`;
  const answer = await fetch(address).catch(() => undefined);
  if (!answer?.ok) {
    body.replaceChildren(make("p", { class: "error" }, words.lost));
    return;
  }
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const parts = page.getElementById("share-parts");
  if (!parts) return;
  for (const input of parts.querySelectorAll("input")) {
    const label = input.parentElement;
    const row = make("div", { class: "row" });
    label?.replaceWith(row);
    if (label) row.append(label, make("button", { type: "button", "data-act": "copy", "data-value": input.value, class: "good" }, words.copy));
  }
  body.replaceChildren(document.adoptNode(parts));
}
