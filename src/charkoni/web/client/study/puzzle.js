// The page of a puzzle: a move is checked by the server and its continuation shown.
// On the page of all puzzles the solved ones are ticked.

import { markDone, report, showDone } from "../lib/progress.js";
import { part } from "../lib/elements.js";
import { reached } from "../lib/retries.js";

/** posts: the move is an answer, which is sent as a form; of: to this question. @typedef {{posts?: boolean, of?: string, game: string, lang: string, title: string, key: string, address: string, position: string, seat: number, words: Record<string, string>}} Page */
/** @typedef {{right: boolean, say: string, line?: string[]}} Verdict */

const STEP_MS = 500;
/** How long a page stays that a pupil is to leave, after a refusal. */
const READ_MS = 2500;

/** Run a puzzle. @param {Page} page */
async function train(page) {
  const { PositionViewer } = await import("../board/position_viewer.js");
  let isClean = true;
  let busy = false;
  /** The request of a verdict, and the time to read why there is none. @type {Promise<unknown>} */
  let judged = Promise.resolve();
  const options = { game: page.game, lang: page.lang, title: page.title, possible: page.words.possible, seat: page.seat };
  const viewer = new PositionViewer(part("stage"), options, { played: (move) => { if (!busy) void submit(move); }, answered });

  /** Show a sentence. @param {string} text @param {string} mood */
  function showSentence(text, mood) {
    part("coach").dataset.mood = mood;
    part("coach").textContent = text || "\u00a0";
  }

  /** Show the response to a tap. @param {import("../board/position_viewer.js").Answer} answer */
  function answered(answer) {
    if (!busy && (answer.say || answer.text)) showSentence(answer.say || answer.text || "", answer.say ? "calm" : "refused");
  }

  async function begin() {
    busy = false;
    part("again").hidden = true;
    await viewer.show(page.position);
    showSentence(page.words.start, "calm");
    part("puzzle").dataset.ready = "yes";
  }

  /** Ask the server for its verdict on a move, or for the reason why there is none. @param {string} move @returns {Promise<Verdict | {text: string}>} */
  async function judge(move) {
    const token = document.querySelector("meta[name=csrf]")?.getAttribute("content") ?? "";
    const headers = { accept: "application/json", "x-csrf-token": token };
    const query = new URLSearchParams({ m: move });
    const answer = await (page.posts ? reached(`${page.address}.json`, { method: "POST", body: new URLSearchParams({ m: move, of: page.of ?? "" }), headers }) : reached(`${page.address}.json?${query}`, { headers }));
    return answer ? answer.json().catch(() => ({ text: answer.statusText })) : { text: "" };
  }

  /** Send a move to the server, and show its verdict and the continuation. @param {string} move a move, or "?" for the solution */
  async function submit(move) {
    busy = true;
    const asked = judge(move);
    judged = asked;
    const verdict = await asked;
    if ("text" in verdict) {
      judged = new Promise((resolve) => { setTimeout(resolve, READ_MS); });
      await begin();
      showSentence(verdict.text, "refused");
      return;
    }
    showSentence(verdict.say, verdict.right ? "good" : "refused");
    part("puzzle").dataset.verdict = verdict.right ? "right" : "wrong";
    if (move === "?") report(page.key, false);
    report(page.key, verdict.right);
    if (!verdict.right) {
      isClean = false;
      await viewer.play(page.position, [move]);
      part("again").hidden = false;
      part("again").focus();
      return;
    }
    if (isClean) markDone("puzzle", page.key);
    for (const id of ["again", "hint", "show"]) part(id).hidden = true;
    part("onward").hidden = false;
    part("onward").focus();
    const line = verdict.line ?? [];
    for (let i = 0; i < line.length; i += 1) {
      if (!(await viewer.play(page.position, line.slice(0, i + 1)))) return;
      await new Promise((resolve) => { setTimeout(resolve, STEP_MS); });
    }
  }

  part("again").addEventListener("click", () => void begin());
  part("show").addEventListener("click", () => { isClean = false; void submit("?"); });
  part("hint").addEventListener("click", () => {
    isClean = false;
    const hidden = part("hints").querySelector("[hidden]");
    if (hidden instanceof HTMLElement) hidden.hidden = false;
    part("hint").hidden = !part("hints").querySelector("[hidden]");
  });
  matchMedia("(orientation: portrait)").addEventListener("change", () => { if (!busy) void begin(); });
  addEventListener("leaving", (event) => void /** @type {CustomEvent<Promise<unknown>[]>} */ (event).detail.push(judged.then(() => judged)));
  await begin();
}

showDone("puzzle");
const data = document.getElementById("page");
if (data && document.getElementById("puzzle")) void train(JSON.parse(data.textContent ?? "{}"));
