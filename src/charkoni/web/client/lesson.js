// Lessons: a step asks for a move, the move is looked up among the right ones, the rules tell what it did.
// On the page of all lessons it only marks those that are done.

import { remember, tick } from "./done.js";
import { part } from "./elements.js";

/** @typedef {{position: string, ask: string, moves: string[], right: string, hint: string, replies: string[]}} Step */
/** @typedef {{game: string, key: string, lang: string, title: string, steps: Step[], words: Record<string, string>}} Page */

const REPLY_MS = 500;

/** @param {Page} page */
async function teach(page) {
  const { Stage } = await import("./stage.js");
  const { words, steps } = page;
  let at = 0;
  let busy = false;
  const wishes = { game: page.game, lang: page.lang, title: page.title, possible: words.possible };
  const stage = new Stage(part("stage"), wishes, { played: (move) => { if (!busy) void played(move); }, told });

  /** @param {string} text @param {string} mood @param {{text: string, url: string}} [rule] */
  function say(text, mood, rule) {
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

  /** What the rules say to a tap. @param {import("./stage.js").Answer} answer */
  function told(answer) {
    if (busy) return;
    if (answer.say) say(answer.say, "calm");
    else if (answer.text) {
      const rule = answer.rule && answer.url ? { text: words.clause.replace("{rule}", answer.rule), url: answer.url } : undefined;
      say(rule ? answer.text.replace(` (${answer.rule})`, "") : answer.text, "refused", rule);
    }
  }

  /** @param {Record<string, boolean>} shown which buttons */
  function buttons(shown) {
    for (const id of ["again", "show", "next", "onward"]) part(id).hidden = !shown[id];
  }

  async function begin() {
    const step = steps[at];
    busy = false;
    part("step").textContent = words.step.replace("{n}", String(at + 1)).replace("{of}", String(steps.length));
    part("ask").textContent = step.ask;
    buttons({ show: true });
    await stage.show(step.position);
    part("lesson").dataset.step = String(at + 1);
  }

  /** @param {string} move */
  async function played(move) {
    busy = true;
    const step = steps[at];
    const found = await stage.play(step.position, [move]);
    if (!found) {
      await begin();
      return;
    }
    if (step.moves.includes(move)) await right(step, move, found.last?.say ?? "");
    else {
      say([words.wrong, found.last?.say, step.hint].filter(Boolean).join(" "), "refused");
      buttons({ again: true, show: true });
      part("again").focus();
    }
  }

  /** @param {Step} step @param {string} move @param {string} happened */
  async function right(step, move, happened) {
    for (let i = 0; i < step.replies.length; i += 1) {
      await new Promise((resolve) => { setTimeout(resolve, REPLY_MS); });
      await stage.play(step.position, [move, ...step.replies.slice(0, i + 1)]);
    }
    const isLast = at === steps.length - 1;
    say([words.right, happened, step.right, isLast ? words.end : ""].filter(Boolean).join(" "), "good");
    buttons(isLast ? { onward: true, again: true } : { next: true });
    part(isLast ? "onward" : "next").focus();
    if (isLast) remember("lesson", page.key);
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

tick("lesson");
const data = document.getElementById("page");
if (data && document.getElementById("lesson")) void teach(JSON.parse(data.textContent ?? "{}"));
