// How many puzzles are solved, on the page of a person's ratings.

import { done } from "./progress.js";

/** Show the number in the elements `b` of elements `data-count` (a `Kind`), which are hidden while there is none. */
function showCounts() {
  for (const each of document.querySelectorAll("[data-count]")) {
    const many = done(/** @type {import("./progress").Kind} */ (each.getAttribute("data-count"))).length;
    each.toggleAttribute("hidden", !many);
    each.querySelector("b")?.replaceChildren(String(many));
  }
}

showCounts();
addEventListener("kept", showCounts);
