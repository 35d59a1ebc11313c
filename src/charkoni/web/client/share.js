// What leaves the table: the server writes the links, here they are put into a dialog and copied.

import { make, part } from "./panels.js";

/**
 * Fill the dialog with what can be shared of a ply.
 * @param {string} g
 * @param {number | undefined} ply undefined: the game as it stands
 * @param {Record<string, string>} words
 */
export async function share(g, ply, words) {
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
