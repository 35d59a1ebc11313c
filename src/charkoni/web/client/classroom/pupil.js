// The pages of a pupil: the phone goes where there is something to do, and tells how lessons and puzzles go.

const AGAIN_MS = 1500;

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
      location.replace(to);
      return;
    }
    if (!answer?.ok) await new Promise((resolve) => { setTimeout(resolve, AGAIN_MS); });
  }
}

addEventListener("tried", (event) => {
  const told = /** @type {CustomEvent<Record<string, string>>} */ (event).detail;
  const token = document.querySelector("meta[name=csrf]")?.getAttribute("content") ?? "";
  void fetch("/class/progress", { method: "POST", body: new URLSearchParams(told), headers: { "x-csrf-token": token }, keepalive: true });
});
// A page kept in memory may have been left long ago.
addEventListener("pageshow", (event) => { if (event.persisted) location.replace("/class"); });
void follow();

export {};
