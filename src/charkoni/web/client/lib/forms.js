// The forms of every page: settings, theme, language; and parts that are fetched periodically.

import { DEFAULTS, loadSettings, saveSettings } from "./settings.js";

const REFRESH_MS = 5000;

/** A form that is sent again within this time was touched twice, while the answer is on its way. */
const TWICE_MS = 3000;

/** Fill a form with the settings, and store every change. @param {HTMLFormElement} form */
function bind(form) {
  const all = /** @type {Record<string, unknown>} */ ({ ...loadSettings() });
  for (const input of form.elements) {
    if (!(input instanceof HTMLInputElement || input instanceof HTMLSelectElement)) continue;
    const value = all[input.name];
    if (input instanceof HTMLInputElement && input.type === "checkbox") input.checked = Boolean(value);
    else if (value !== undefined) input.value = String(value);
  }
  form.addEventListener("change", (event) => {
    const input = /** @type {HTMLInputElement} */ (event.target);
    if (input.name === "theme") setTheme(input.value);
    if (!(input.name in DEFAULTS)) return;
    const value = input.type === "checkbox" ? input.checked : input.type === "range" ? Number(input.value) : input.value;
    saveSettings({ [input.name]: value });
  });
}

/** Change the theme of this page, and on the server that of the next ones. @param {string} theme */
function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
  const token = document.querySelector("meta[name=csrf]")?.getAttribute("content") ?? "";
  void fetch("/settings", {
    method: "POST", body: new URLSearchParams({ theme, back: "/about" }), headers: { "x-csrf-token": token }, redirect: "manual",
  });
}

/** Fetch a part of the page periodically. @param {HTMLElement} part */
function refresh(part) {
  let isAsking = false;
  setInterval(async () => {
    if (document.hidden || isAsking) return;
    isAsking = true;
    const answer = await fetch(part.dataset.refresh ?? "", { headers: { accept: "text/html" } }).catch(() => undefined);
    const text = answer?.ok ? await answer.text().catch(() => undefined) : undefined;
    if (text !== undefined) part.innerHTML = text;
    isAsking = false;
  }, REFRESH_MS);
}

/** Send a form once. @param {SubmitEvent} event */
export function sendOnce(event) {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (event.defaultPrevented || form.method !== "post") return; // a script sends it, or it only asks
  if (event.timeStamp - Number(form.dataset.sent ?? -TWICE_MS) < TWICE_MS) event.preventDefault();
  else form.dataset.sent = String(event.timeStamp);
}

addEventListener("submit", sendOnce);
for (const form of document.querySelectorAll("form[data-settings]")) bind(/** @type {HTMLFormElement} */ (form));
for (const part of document.querySelectorAll("[data-refresh]")) refresh(/** @type {HTMLElement} */ (part));
for (const select of document.querySelectorAll("select[data-go]")) {
  select.addEventListener("change", () => /** @type {HTMLSelectElement} */ (select).form?.requestSubmit());
}

// Installed as a program, the page also works without a connection.
if (matchMedia("(display-mode: standalone)").matches) void navigator.serviceWorker?.register("/sw.js");
