// Running games in lists are kept up to date: their pictures and what is said of them.

const REFRESH_MS = 5000;

/** @typedef {{picture: string, status: string, state: string}} Line */

/** @param {Element} card @param {Line} line */
function update(card, line) {
  const state = card.querySelector(".board-state");
  if (state && state.textContent !== line.status) {
    state.textContent = line.status;
    state.className = `board-state ${line.state}`;
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

async function refresh() {
  const cards = [...document.querySelectorAll("[data-live]")];
  if (document.hidden || !cards.length) return;
  const ids = cards.map((card) => card.getAttribute("data-live") ?? "");
  const answer = await fetch(`/live?${new URLSearchParams({ ids: ids.join(",") })}`).catch(() => undefined);
  if (!answer?.ok) return;
  const lines = /** @type {Record<string, Line>} */ (await answer.json());
  cards.forEach((card, i) => { if (lines[ids[i]]) update(card, lines[ids[i]]); });
}

setInterval(() => void refresh(), REFRESH_MS);

export {};
