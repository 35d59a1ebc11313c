// The page of a lesson: each step requires a move, which is compared with the correct ones and explained.
// On the page of all lessons the completed ones are ticked.

import { markDone, report, showDone } from "../lib/progress.js";
import { part } from "../lib/elements.js";

/** @typedef {{position: string, ask: string, moves: string[], right: string, hint: string, replies: string[]}} Step */
/** @typedef {{game: string, key: string, at: number, lang: string, title: string, steps: Step[], words: Record<string, string>}} Page */

const REPLY_MS = 500;

/** Run a lesson. @param {Page} page */
async function teach(page) {
  const { PositionViewer } = await import("../board/position_viewer.js");
  const { words, steps } = page;
  let at = page.at - 1;
  let busy = false;
  const options = { game: page.game, lang: page.lang, title: page.title, possible: words.possible };
  const viewer = new PositionViewer(part("stage"), options, { played: (move) => { if (!busy) void played(move); }, answered });

  /** Show a sentence. @param {string} text @param {string} mood @param {{text: string, url: string}} [rule] a link after it */
  function showSentence(text, mood, rule) {
    const line = part("coach");
    line.dataset.mood = mood;
    line.replaceChildren(text || "\u00a0");
    if (!rule) return;
    const link = document.createElement("a");
    link.href = rule.url;
    link.className = "clause";
    link.textContent = rule.text;
    line.append(" ", link);
  }

  /** Show the response to a tap. @param {import("../board/position_viewer.js").Answer} answer */
  function answered(answer) {
    if (busy) return;
    if (answer.say) showSentence(answer.say, "calm");
    else if (answer.text) {
      const rule = answer.rule && answer.url ? { text: words.clause.replace("{rule}", answer.rule), url: answer.url } : undefined;
      showSentence(rule ? answer.text.replace(` (${answer.rule})`, "") : answer.text, "refused", rule);
    }
  }

  /** Show some of the buttons. @param {Record<string, boolean>} shown by id */
  function buttons(shown) {
    for (const id of ["again", "show", "next", "onward"]) part(id).hidden = !shown[id];
  }

  async function begin() {
    const step = steps[at];
    busy = false;
    part("step").textContent = words.step.replace("{n}", String(at + 1)).replace("{of}", String(steps.length));
    part("ask").textContent = step.ask;
    buttons({ show: true });
    await viewer.show(step.position);
    part("lesson").dataset.step = String(at + 1);
    history.replaceState(null, "", address(at + 1)); // loaded again, the page goes on here
  }

  /** The address of a step, counted from 1. @param {number} n */
  function address(n) {
    const url = new URL(location.href);
    if (n > 1) url.searchParams.set("step", String(n));
    else url.searchParams.delete("step");
    return url;
  }

  /** @param {string} move */
  async function played(move) {
    busy = true;
    const step = steps[at];
    const explored = await viewer.play(step.position, [move]);
    if (!explored) {
      await begin();
      return;
    }
    if (step.moves.includes(move)) await right(step, move, explored.last?.say ?? "");
    else {
      report(page.key, false);
      showSentence([words.wrong, explored.last?.say, step.hint].filter(Boolean).join(" "), "refused");
      buttons({ again: true, show: true });
      part("again").focus();
    }
  }

  /** @param {Step} step @param {string} move @param {string} happened */
  async function right(step, move, happened) {
    for (let i = 0; i < step.replies.length; i += 1) {
      await new Promise((resolve) => { setTimeout(resolve, REPLY_MS); });
      await viewer.play(step.position, [move, ...step.replies.slice(0, i + 1)]);
    }
    const isLast = at === steps.length - 1;
    report(page.key, true, at + 1);
    if (!isLast) history.replaceState(null, "", address(at + 2));
    showSentence([words.right, happened, step.right, isLast ? words.end : ""].filter(Boolean).join(" "), "good");
    buttons(isLast ? { onward: true, again: true } : { next: true });
    part(isLast ? "onward" : "next").focus();
    if (isLast) markDone("lesson", page.key);
  }

  part("again").addEventListener("click", () => void begin());
  part("next").addEventListener("click", () => { at += 1; void begin(); });
  part("show").addEventListener("click", async () => {
    if (busy) await begin();
    void played(steps[at].moves[0]);
  });
  matchMedia("(orientation: portrait)").addEventListener("change", () => { if (!busy) void begin(); });
  await begin();
}

showDone("lesson");
const data = document.getElementById("page");
if (data && document.getElementById("lesson")) void teach(JSON.parse(data.textContent ?? "{}"));
