// The pages of a pupil: the phone goes where there is something to do, and tells how lessons and puzzles go.

import { reached } from "../lib/retries.js";

const AGAIN_MS = 1500;
/** How long a phone stays at most for what is on its way: longer than a dead connection is taken for alive. */
const SETTLED_MS = 10000;

/** Take nothing more from the pupil, and wait until what he has done on this page is answered: `leaving` collects that. */
async function settle() {
  document.body.inert = true;
  /** @type {Promise<unknown>[]} */
  const waits = [];
  dispatchEvent(new CustomEvent("leaving", { detail: waits }));
  await Promise.race([Promise.all(waits), new Promise((resolve) => { setTimeout(resolve, SETTLED_MS); })]);
}

/** Ask again and again whether there is something to do elsewhere. */
async function follow() {
  const why = document.querySelector("[data-why]")?.getAttribute("data-why") ?? "";
  for (;;) {
    const answer = await fetch(`/class/me.json?${new URLSearchParams({ path: location.pathname, why })}`).catch(() => undefined);
    if (answer?.status === 403) {
      location.replace("/class");
      return;
    }
    const to = answer?.ok ? /** @type {{to: string}} */ (await answer.json()).to : "";
    if (to) {
      await settle();
      await reached("/class/check"); // else the phone would show that there is no server
      location.replace(to);
      return;
    }
    if (!answer?.ok) await new Promise((resolve) => { setTimeout(resolve, AGAIN_MS); });
  }
}

/** The tries that are on their way. @type {Set<Promise<unknown>>} */
const tries = new Set();

addEventListener("tried", (event) => {
  const told = /** @type {CustomEvent<Record<string, string>>} */ (event).detail;
  const token = document.querySelector("meta[name=csrf]")?.getAttribute("content") ?? "";
  const sent = reached("/class/progress", { method: "POST", body: new URLSearchParams(told), headers: { "x-csrf-token": token }, keepalive: true });
  tries.add(sent);
  void sent.then(() => tries.delete(sent));
});
addEventListener("leaving", (event) => void /** @type {CustomEvent<Promise<unknown>[]>} */ (event).detail.push(...tries));
// A page kept in memory may have been left long ago.
addEventListener("pageshow", (event) => { if (event.persisted) location.replace("/class"); });
void follow();
