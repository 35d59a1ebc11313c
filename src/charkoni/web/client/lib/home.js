// The home page: its board, and the sheet in which a game is set up.

import { make, part } from "./elements.js";
import { runs } from "./retries.js";
import { loadSettings } from "./settings.js";

const IDLE_MS = 2000;
const beginSheet = runs();
const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

/** Let the board play while it is seen, unless the visitor wants no motion or has paused it. @param {HTMLElement} box */
function bringToLife(box) {
  const button = /** @type {HTMLElement} */ (document.querySelector(".pause"));
  /** @type {import("../board/home_board.js").HomeBoard | undefined} */
  let board;
  let isLoading = false;
  let isSeen = false;
  let isPaused = reducedMotion.matches || loadSettings().motion === "off";

  async function load() {
    isLoading = true;
    const { HomeBoard } = await import("../board/home_board.js");
    const made = new HomeBoard(box, box.dataset.title ?? "");
    if (await made.load(box.dataset.homeBoard ?? "")) board = made;
    update();
  }

  function update() {
    const isWanted = isSeen && !isPaused && !document.hidden;
    button.setAttribute("aria-pressed", String(!isPaused));
    board?.run(isWanted);
    if (isWanted && !isLoading) setTimeout(() => void load(), IDLE_MS);
    isLoading ||= isWanted;
  }

  button.hidden = false;
  button.addEventListener("click", () => {
    isPaused = !isPaused;
    update();
  });
  reducedMotion.addEventListener("change", () => {
    isPaused = reducedMotion.matches;
    update();
  });
  document.addEventListener("visibilitychange", update);
  new IntersectionObserver((entries) => {
    isSeen = entries.some((entry) => entry.isIntersecting);
    update();
  }, { threshold: 0.3 }).observe(box);
}

/** Open the form of a new game in a sheet over the page. @param {HTMLAnchorElement} link */
async function openSheet(link) {
  const sheet = /** @type {HTMLDialogElement} */ (part("sheet"));
  const body = part("sheet-body");
  const address = new URL(link.href);
  address.searchParams.set("part", "form");
  const isLatest = beginSheet();
  const found = await fetch(address).catch(() => undefined);
  const text = await found?.text().catch(() => undefined);
  if (!isLatest()) return;
  if (!found?.ok || text === undefined) {
    location.assign(link.href);
    return;
  }
  const fresh = make("div");
  fresh.innerHTML = text;
  body.replaceChildren(...fresh.childNodes);
  sheet.showModal();
  /** @type {HTMLElement | null} */ (sheet.querySelector("button.good"))?.focus();
  sheet.scrollTop = 0;
}

for (const box of document.querySelectorAll("[data-home-board]")) bringToLife(/** @type {HTMLElement} */ (box));
addEventListener("click", (event) => {
  const target = /** @type {Element} */ (event.target);
  const link = target.closest("a[data-sheet]");
  if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey && event.button === 0) {
    event.preventDefault();
    void openSheet(/** @type {HTMLAnchorElement} */ (link));
  }
  const sheet = target.closest("dialog");
  if (sheet && (target === sheet || target.closest("[data-close]"))) sheet.close();
});
