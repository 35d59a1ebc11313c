// The few things that every page does: forms of settings, themes, fresh pictures.

import { USUAL, load, save } from "./settings.js";

const REFRESH_MS = 5000;

/** Fill a form with the settings and keep what is changed there. @param {HTMLFormElement} form */
function bind(form) {
  const all = /** @type {Record<string, unknown>} */ ({ ...load() });
  for (const input of form.elements) {
    if (!(input instanceof HTMLInputElement || input instanceof HTMLSelectElement)) continue;
    const value = all[input.name];
    if (input instanceof HTMLInputElement && input.type === "checkbox") input.checked = Boolean(value);
    else if (value !== undefined) input.value = String(value);
  }
  form.addEventListener("change", (event) => {
    const input = /** @type {HTMLInputElement} */ (event.target);
    if (input.name === "theme") paint(input.value);
    if (!(input.name in USUAL)) return;
    const value = input.type === "checkbox" ? input.checked : input.type === "range" ? Number(input.value) : input.value;
    save({ [input.name]: value });
  });
}

/** Change the theme here and now, and let the server know it for the next page. @param {string} theme */
function paint(theme) {
  document.documentElement.dataset.theme = theme;
  const token = document.querySelector("meta[name=csrf]")?.getAttribute("content") ?? "";
  void fetch("/settings", {
    method: "POST", body: new URLSearchParams({ theme, back: "/about" }), headers: { "x-csrf-token": token }, redirect: "manual",
  });
}

/** Bring the parts of a page that show running games up to date. @param {HTMLElement} part */
function refresh(part) {
  setInterval(async () => {
    if (document.hidden) return;
    const answer = await fetch(part.dataset.refresh ?? "", { headers: { accept: "text/html" } }).catch(() => undefined);
    if (answer?.ok) part.innerHTML = await answer.text();
  }, REFRESH_MS);
}

for (const form of document.querySelectorAll("form[data-settings]")) bind(/** @type {HTMLFormElement} */ (form));
for (const part of document.querySelectorAll("[data-refresh]")) refresh(/** @type {HTMLElement} */ (part));
for (const select of document.querySelectorAll("select[data-go]")) {
  select.addEventListener("change", () => /** @type {HTMLSelectElement} */ (select).form?.requestSubmit());
}
