// A page of an event: forms sent in place, parts replaced when the event changes, a row filter, keys, the round's timer.

import { runs } from "../lib/retries.js";

const RETRY_MS = 3000;
const PAUSE_MS = 300;
const MESSAGE_MS = 8000;
const PRESSED_MS = 50;
const UPLOAD_MS = 90_000; // a large file on a slow network
const PATIENCE_MS = 20_000; // a server that does not answer for longer is away; the same post may be sent again
/**
 * The pause before the next refresh, in times the duration of the last one: hundreds of spectators never send requests faster
 * than the server responds.
 */
const PAUSE_FACTOR = document.body.matches(".at-desk") ? 0 : 8;

const beginRefresh = runs();
const body = /** @type {HTMLElement | null} */ (document.querySelector(".event-body"));
const box = /** @type {HTMLElement | null} */ (document.querySelector("#message"));
document.documentElement.classList.add("has-script");
/** The zone of a new event is that of this device, +06:00; the server may stand elsewhere. */
const zone = /** @type {HTMLInputElement | null} */ (document.querySelector("[data-zone]"));
if (zone) {
  const minutes = -new Date().getTimezoneOffset();
  const two = (/** @type {number} */ number) => String(Math.floor(number)).padStart(2, "0");
  zone.value = `${minutes < 0 ? "-" : "+"}${two(Math.abs(minutes) / 60)}:${two(Math.abs(minutes) % 60)}`;
}
/** What is said while the server does not answer; forms keep what was typed. */
const away = box?.dataset.away ?? "";
/** By how many ms the server's clock is ahead of this device's. */
let ahead = body?.dataset.now ? Number(body.dataset.now) - Date.now() : 0;

/** Show a message; a good one for `MESSAGE_MS`. @param {string} text @param {boolean} isBad */
function showMessage(text, isBad) {
  if (!box) return;
  box.hidden = !text;
  box.textContent = text;
  box.classList.toggle("bad", isBad);
  window.clearTimeout(Number(box.dataset.timer));
  box.dataset.timer = String(window.setTimeout(() => { if (!isBad) box.hidden = true; }, MESSAGE_MS));
}

/** Whether a form is being filled in there. @param {Element} part */
function isBusy(part) {
  const inputs = /** @type {NodeListOf<HTMLInputElement>} */ (part.querySelectorAll("input:not([type=hidden]), textarea"));
  return [...inputs].some((each) => each.value !== each.defaultValue) || part.querySelector("details[open]") !== null;
}

/** Replace the parts `data-fresh` by those of a newer page. @param {Document} page */
function replaceParts(page) {
  for (const part of document.querySelectorAll("[data-fresh]")) {
    const fresh = page.getElementById(part.id);
    if (!fresh || isBusy(part) || fresh.isEqualNode(part)) continue;
    const kept = document.activeElement && part.contains(document.activeElement) ? place(document.activeElement) : "";
    for (const attribute of fresh.attributes) part.setAttribute(attribute.name, attribute.value);
    part.replaceChildren(...fresh.childNodes);
    if (kept) /** @type {HTMLElement | null} */ (part.querySelector(kept))?.focus();
  }
  const seen = /** @type {HTMLInputElement | null} */ (page.querySelector("form[data-quiet] input[name=seen]"));
  const inputs = /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("form[data-quiet]:not([data-fresh] *) input[name=seen]"));
  inputs.forEach((input) => { if (seen) input.value = seen.value; });
  document.querySelectorAll("[data-find], [data-only]").forEach((input) => filter(/** @type {HTMLInputElement} */ (input)));
}

/** A selector that finds an element again after its part was replaced, "" without one. @param {Element} element */
function place(element) {
  const row = element.closest("[data-row]")?.getAttribute("data-row");
  const name = element.getAttribute("name");
  if (row && name) return `[data-row="${row}"] [name="${name}"][value="${element.getAttribute("value") ?? ""}"]`;
  return element.id ? `#${element.id}` : "";
}

/** Open the visitor's own board, once, when its game has begun. */
function goToOwnBoard() {
  const to = document.querySelector("[data-start]")?.getAttribute("data-start");
  if (!to || document.hidden || sessionStorage.getItem("started") === to) return;
  sessionStorage.setItem("started", to);
  location.assign(to);
}

/** Fetch this page again and replace its parts. @returns {Promise<boolean>} whether the page is up to date, or will be by a later call */
async function refresh() {
  const isLatest = beginRefresh();
  const answer = await fetch(location.href, { headers: { accept: "text/html" } }).catch(() => undefined);
  const text = await answer?.text().catch(() => undefined);
  if (!isLatest()) return true;
  if (!answer?.ok || text === undefined) return false;
  // A button that is replaced between press and release gets no click.
  while (document.querySelector("[data-fresh] :active")) await new Promise((resolve) => window.setTimeout(resolve, PRESSED_MS));
  if (!isLatest()) return true;
  replaceParts(new DOMParser().parseFromString(text, "text/html"));
  goToOwnBoard();
  return true;
}

/** Refresh the page at every change of the event, by long polling. */
async function listen() {
  if (!body?.dataset.news) return;
  let shown = Number(body.dataset.shown);
  let failures = 0;
  for (;;) {
    const answer = await fetch(`${body.dataset.news}?after=${shown}`).catch(() => undefined);
    if (!answer?.ok) {
      failures += 1;
      if (failures > 1) showMessage(away, true);
      await new Promise((resolve) => window.setTimeout(resolve, RETRY_MS));
      continue;
    }
    if (failures > 1) showMessage("", false);
    failures = 0;
    const news = /** @type {{shown: number, now: number}} */ (await answer.json());
    ahead = news.now - Date.now();
    if (news.shown !== shown) {
      const began = performance.now();
      const isFresh = document.hidden || (await refresh());
      if (isFresh) shown = news.shown; // else asked for again
      const pause = Math.max(isFresh ? PAUSE_MS : RETRY_MS, PAUSE_FACTOR * (performance.now() - began));
      await new Promise((resolve) => window.setTimeout(resolve, pause));
    }
  }
}

/**
 * Post a form; where the server requires a confirmation, ask the user and post it again with the server's token.
 * @param {string} to
 * @param {URLSearchParams | FormData} data
 * @param {number} patience for how many ms an answer is waited for
 * @returns {Promise<Response | undefined>} undefined without a connection
 */
async function post(to, data, patience) {
  const answer = await fetch(to, { method: "POST", body: data, headers: { accept: "application/json" }, signal: AbortSignal.timeout(patience) }).catch(() => undefined);
  if (answer?.status !== 409) return answer;
  const question = await answer.clone().json().catch(() => ({}));
  if (question.code !== "NOTSURE" || !window.confirm(question.text)) return answer;
  data.set("sure", String(question.sure));
  return post(to, data, patience);
}

/** Send a form without leaving the page. @param {HTMLFormElement} form @param {HTMLElement | null} button */
async function send(form, button) {
  const data = form.enctype === "multipart/form-data" ? new FormData() : new URLSearchParams();
  const filled = new FormData(form, button instanceof HTMLButtonElement && button.name ? button : undefined);
  for (const [name, value] of filled) data.append(name, String(value));
  form.setAttribute("aria-busy", "true");
  const to = button?.getAttribute("formaction") ?? form.action;
  const answer = await post(to, data, data instanceof FormData ? UPLOAD_MS : PATIENCE_MS);
  form.removeAttribute("aria-busy");
  if (!answer) return showMessage(away, true);
  if (answer.redirected) return void location.assign(answer.url);
  // The next post of this form is another action; only a post without a response is repeated with the same key.
  const key = /** @type {HTMLInputElement | null} */ (form.querySelector("input[name=key]"));
  if (key) key.value = Math.random().toString(36).slice(2) + Date.now().toString(36);
  const result = await answer.json().catch(() => ({ text: away }));
  if (result.code === "NOTSURE") return;
  if (to.endsWith("/check")) return showVerdict(form, result, answer.ok);
  if (!answer.ok) {
    markRefused(form, result.field ?? "");
    showMessage(result.text + (result.picture ? `\n${result.picture}` : ""), true);
    return void refresh();
  }
  markRefused(form, "");
  showMessage(result.text ?? "", false);
  if (form.dataset.clear !== undefined || form.closest("[data-fresh]")) form.reset();
  form.closest("[data-fresh] details")?.removeAttribute("open");
  const target = new URL(result.to ?? location.href, location.href);
  if (form.dataset.go !== undefined || (target.pathname !== location.pathname && !form.closest("[data-fresh]") && !form.matches(".quick"))) {
    location.assign(target);
    return;
  }
  await refresh();
  if (form.dataset.clear !== undefined) /** @type {HTMLElement | null} */ (document.querySelector("form[data-clear] input:not([type=hidden])"))?.focus();
}

/** Mark the input whose text was refused, and no other. @param {HTMLFormElement} form @param {string} name */
function markRefused(form, name) {
  for (const each of form.querySelectorAll("[aria-invalid]")) each.removeAttribute("aria-invalid");
  const input = name ? form.querySelector(`[name="${CSS.escape(name)}"]:not([type=hidden], button)`) : null;
  input?.setAttribute("aria-invalid", "true");
  if (input instanceof HTMLElement) input.focus();
}

/** Show the breaches of the pairing rules in a manual pairing. @param {HTMLFormElement} form @param {import("./manual_pairing.js").Verdict} report @param {boolean} isRead whether the pairing could be read */
function showVerdict(form, report, isRead) {
  const verdict = form.querySelector("[data-verdict]");
  if (!verdict) return;
  const lines = isRead
    ? [...(report.breaches ?? []).map((line) => [line, "error"]), [report.is_fine, "fine"], [report.difference, "faint"]]
    : [[report.text, "error"]];
  verdict.replaceChildren(...lines.filter(([line]) => line).map(([line, className]) => Object.assign(document.createElement("p"), { textContent: line, className })));
  const allow = /** @type {HTMLInputElement | null} */ (form.querySelector("[name=allow]"));
  if (allow && isRead) allow.value = report.allow ?? "";
}

/** Hide the rows that do not match the filter. @param {HTMLInputElement} input */
function filter(input) {
  const list = document.querySelector(input.dataset.find ?? input.dataset.only ?? "");
  if (!list) return;
  const find = /** @type {HTMLInputElement | null} */ (document.querySelector("[data-find]"))?.value.trim().toLowerCase() ?? "";
  const only = /** @type {HTMLInputElement | null} */ (document.querySelector("[data-only]"))?.checked ?? false;
  for (const row of /** @type {NodeListOf<HTMLElement>} */ (list.querySelectorAll("[data-row]"))) {
    const fits = find.split(" ").every((part) => row.dataset.text?.includes(part));
    const isMissing = row.matches(".is-open, .is-reported, .is-disputed");
    row.classList.toggle("filtered-out", !fits || (only && !isMissing));
  }
}

/** Carry out the shortcut of a key. @param {KeyboardEvent} event */
function pressKey(event) {
  const at = /** @type {HTMLElement} */ (event.target);
  if (event.ctrlKey || event.metaKey || event.altKey || at.matches("input, textarea, select")) {
    if (event.key === "Escape" && at.matches("input")) at.blur();
    return;
  }
  const target = /** @type {HTMLElement | null} */ (document.querySelector(`[data-key="${CSS.escape(event.key)}"]`));
  if (!target) return;
  event.preventDefault();
  target.focus();
  if (target.matches("button, a, [type=checkbox]")) target.click();
}

/** Show the time left in the round, by the server's clock; a clock that is stopped has no end. */
function showTime() {
  const now = Date.now() + ahead;
  const over = Number(/** @type {HTMLElement | null} */ (document.querySelector("[data-over]"))?.dataset.over ?? 0);
  if (over) document.querySelector("[data-over]")?.classList.toggle("time-over", now > over);
  for (const timer of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".timer[data-until]"))) {
    const left = Math.round((Number(timer.dataset.until) - now) / 1000);
    const shown = Math.abs(left);
    timer.textContent = `${left < 0 ? "+" : ""}${Math.floor(shown / 60)}:${String(shown % 60).padStart(2, "0")}`;
    timer.classList.toggle("over", left < 0);
  }
}

for (const tab of document.querySelectorAll(".tabs [aria-current]")) {
  const bar = /** @type {HTMLElement} */ (tab.parentElement);
  bar.scrollLeft += tab.getBoundingClientRect().left - bar.getBoundingClientRect().left - (bar.clientWidth - tab.clientWidth) / 2;
}
const scroller = document.querySelector("[data-scroll]");
if (scroller) void import("./hall.js");
const nameField = /** @type {HTMLInputElement | null} */ (document.querySelector("[data-people]"));
if (nameField) void import("./known_people.js").then((module) => module.enable(nameField));
const manual = /** @type {HTMLFormElement | null} */ (document.querySelector("form[data-check]"));
if (manual) void import("./manual_pairing.js").then((module) => module.enable(manual, (report, isRead) => showVerdict(manual, report, isRead)));

document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (!form.matches("[data-quiet]")) return;
  event.preventDefault();
  if (form.getAttribute("aria-busy") !== "true") void send(form, /** @type {HTMLElement | null} */ (event.submitter));
});
document.addEventListener("input", (event) => {
  const input = /** @type {HTMLInputElement} */ (event.target);
  if (input.matches("[data-find], [data-only]")) filter(input);
});
document.addEventListener("click", (event) => {
  const at = /** @type {HTMLElement} */ (event.target);
  const letter = at.closest("[data-letter]")?.getAttribute("data-letter");
  if (letter) {
    const find = /** @type {HTMLInputElement} */ (document.querySelector("[data-find]"));
    find.value = "";
    filter(find);
    const row = [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-row]"))].find((each) => (each.dataset.text ?? "").replace(/^\d* */, "").startsWith(letter));
    row?.scrollIntoView({ block: "center" });
    /** @type {HTMLElement | null} */ (row?.querySelector("button") ?? null)?.focus();
  }
  if (at.matches("[data-select]")) /** @type {HTMLInputElement} */ (at).select();
});

/**
 * Put the text of a file into an area.  Where it is not UTF-8 the server names the encoding from its beginning; a guess
 * is shown beside the field, with the other encodings to choose from.
 *
 * @param {HTMLInputElement} input @param {HTMLTextAreaElement} area @param {ArrayBuffer} bytes
 */
async function readFile(input, area, bytes) {
  input.parentElement?.querySelector("[data-encoding]")?.remove();
  const start = new Uint8Array(bytes, 0, Math.min(bytes.byteLength, 60000));
  try {
    if (start.includes(0)) throw new TypeError("not UTF-8");
    area.value = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return;
  } catch { /* another encoding */ }
  const file = input.files?.[0];
  const answer = await fetch("/events/encoding", { method: "POST", body: start.slice(0, start.lastIndexOf(10) + 1 || start.length) });
  if (file !== input.files?.[0]) return; // another one was chosen meanwhile
  if (!answer.ok) return showMessage((await answer.json()).text, true);
  /** @type {{label: string, text: string, others: [string, string][]}} */
  const found = await answer.json();
  area.value = new TextDecoder(found.label).decode(bytes);
  if (!found.text) return;
  const choice = document.createElement("select");
  for (const [label, title] of found.others) choice.add(new Option(title, label, label === found.label, label === found.label));
  choice.addEventListener("change", () => { area.value = new TextDecoder(choice.value).decode(bytes); });
  const note = document.createElement("span");
  note.dataset.encoding = "";
  note.setAttribute("role", "status");
  note.append(found.text, " ", choice);
  input.parentElement?.append(note);
}

document.addEventListener("change", async (event) => {
  const input = /** @type {HTMLInputElement} */ (event.target);
  if (!input.dataset.into || !input.files?.[0]) return;
  const size = input.files[0].size;
  if (size > Number(input.dataset.most ?? Infinity)) {
    showMessage((input.dataset.large ?? "").replace("{sent}", String(Math.ceil(size / 1e6))), true);
    input.value = "";
    return;
  }
  const area = /** @type {HTMLTextAreaElement | null} */ (input.form?.querySelector(`[name="${input.dataset.into}"]`) ?? null);
  if (area) await readFile(input, area, await input.files[0].arrayBuffer());
});
document.addEventListener("keydown", pressKey);
document.addEventListener("visibilitychange", () => { if (!document.hidden) void refresh(); });
window.setInterval(showTime, 500);
const every = Number(/** @type {HTMLElement | null} */ (document.querySelector("[data-every]"))?.dataset.every ?? 0);
if (every) window.setInterval(() => { if (!document.hidden) void refresh(); }, 1000 * every);
showTime();
goToOwnBoard();
void listen();

