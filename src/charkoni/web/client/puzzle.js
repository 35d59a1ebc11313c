// Puzzles: the move that is right, found on a board; and which ones are solved.

import { remember, tick } from "./done.js";
import { part } from "./elements.js";

/** @typedef {{game: string, lang: string, title: string, key: string, position: string, seat: number, words: Record<string, string>}} Page */
/** @typedef {{right: boolean, say: string, line?: string[]}} Verdict */

const STEP_MS = 500;

/** @param {Page} page */
async function train(page) {
  const { Stage } = await import("./stage.js");
  let isClean = true;
  let busy = false;
  const wishes = { game: page.game, lang: page.lang, title: page.title, possible: page.words.possible, seat: page.seat };
  const stage = new Stage(part("stage"), wishes, { played: (move) => { if (!busy) void judge(move); }, told });

  /** @param {string} text @param {string} mood */
  function say(text, mood) {
    part("coach").dataset.mood = mood;
    part("coach").textContent = text || "\u00a0";
  }

  /** What the rules say to a tap. @param {import("./stage.js").Answer} answer */
  function told(answer) {
    if (!busy && (answer.say || answer.text)) say(answer.say || answer.text || "", answer.say ? "calm" : "refused");
  }

  async function begin() {
    busy = false;
    part("again").hidden = true;
    await stage.show(page.position);
    say(page.words.start, "calm");
    part("puzzle").dataset.ready = "yes";
  }

  /** @param {string} move a move, or "?" for the solution */
  async function judge(move) {
    busy = true;
    const answer = await fetch(`/puzzles/${page.key}.json?${new URLSearchParams({ m: move })}`);
    if (!answer.ok) {
      await begin();
      return;
    }
    const found = /** @type {Verdict} */ (await answer.json());
    say(found.say, found.right ? "good" : "refused");
    part("puzzle").dataset.verdict = found.right ? "right" : "wrong";
    if (!found.right) {
      isClean = false;
      await stage.play(page.position, [move]);
      part("again").hidden = false;
      part("again").focus();
      return;
    }
    if (isClean) remember("puzzle", page.key);
    for (const id of ["again", "hint", "show"]) part(id).hidden = true;
    part("onward").hidden = false;
    part("onward").focus();
    const line = found.line ?? [];
    for (let i = 0; i < line.length; i += 1) {
      if (!(await stage.play(page.position, line.slice(0, i + 1)))) return;
      await new Promise((resolve) => { setTimeout(resolve, STEP_MS); });
    }
  }

  part("again").addEventListener("click", () => void begin());
  part("show").addEventListener("click", () => { isClean = false; void judge("?"); });
  part("hint").addEventListener("click", () => {
    isClean = false;
    const hidden = part("hints").querySelector("[hidden]");
    if (hidden instanceof HTMLElement) hidden.hidden = false;
    part("hint").hidden = !part("hints").querySelector("[hidden]");
  });
  matchMedia("(orientation: portrait)").addEventListener("change", () => { if (!busy) void begin(); });
  await begin();
}

tick("puzzle");
const data = document.getElementById("page");
if (data && document.getElementById("puzzle")) void train(JSON.parse(data.textContent ?? "{}"));
