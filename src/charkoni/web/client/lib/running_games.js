// Lists of running games, with pictures and states kept up to date.

const REFRESH_MS = 5000;

/** The response of `GET /live?ids=…`, by key of the game. @typedef {{picture: string, status: string, state: string, short: boolean}} Line */

/** Show the state of a game on its card. @param {Element} card @param {Line} line */
function update(card, line) {
  const state = card.querySelector(".board-state");
  if (state && state.textContent !== line.status) {
    state.textContent = line.status;
    state.className = `board-state ${line.state}${line.short ? " short" : ""}`;
  }
  for (const image of card.querySelectorAll("img, source")) {
    const name = image instanceof HTMLImageElement ? "src" : "srcset";
    const old = new URL(image.getAttribute(name) ?? "", location.href);
    const fresh = new URL(line.picture, location.href);
    const theme = old.searchParams.get("theme");
    if (theme) fresh.searchParams.set("theme", theme);
    const address = fresh.pathname + fresh.search;
    if (old.pathname + old.search !== address) image.setAttribute(name, address);
  }
}

/** Update all cards while the page is visible. */
async function refresh() {
  const cards = [...document.querySelectorAll("[data-live]")];
  if (document.hidden || !cards.length) return;
  const ids = cards.map((card) => card.getAttribute("data-live") ?? "");
  const answer = await fetch(`/live?${new URLSearchParams({ ids: ids.join(",") })}`).catch(() => undefined);
  if (!answer?.ok) return;
  const lines = /** @type {Record<string, Line>} */ (await answer.json());
  cards.forEach((card, i) => { if (lines[ids[i]]) update(card, lines[ids[i]]); });
}

for (const time of document.querySelectorAll("time.board-when")) {
  const at = new Date(time.getAttribute("datetime") ?? "");
  time.textContent = at.toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
}

setInterval(() => void refresh(), REFRESH_MS);

export {};
