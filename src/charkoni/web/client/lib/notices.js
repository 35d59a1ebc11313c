// Notices on this device by a button, on the page of choices and at tables of games over days; quiet hours in the
// browser's time zone.

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const field = document.querySelector("[data-zone]");
if (field instanceof HTMLInputElement && zone) {
  field.value = zone;
  const name = document.querySelector("[data-zone-name]");
  if (name) name.textContent = zone;
}

const section = /** @type {HTMLElement | null} */ (document.querySelector("[data-push]"));
if (section && "serviceWorker" in navigator && "PushManager" in window) void offer(section);

/** The name in the store of a browser in which the card at tables was closed. */
const CLOSED = "no-push";

/** Show the button, unless notices come to this device; at a table only while nobody was asked. @param {HTMLElement} section */
async function offer(section) {
  const registration = await navigator.serviceWorker.getRegistration("/");
  const known = await registration?.pushManager.getSubscription();
  if (known && document.querySelector(`[data-endpoint="${CSS.escape(known.endpoint)}"]`)) return;
  const card = section.querySelector("template");
  if (card) {
    if (known || Notification.permission !== "default" || localStorage.getItem(CLOSED)) return;
    section.replaceChildren(card.content);
  }
  section.hidden = false;
  section.querySelector("[data-subscribe]")?.addEventListener("click", () => void subscribe(section));
  section.querySelector("button.plain")?.addEventListener("click", () => {
    localStorage.setItem(CLOSED, "yes");
    section.replaceChildren();
  });
}

/** Ask the browser for its permission and its address, and send that to the server. @param {HTMLElement} section */
async function subscribe(section) {
  const message = /** @type {HTMLElement} */ (section.querySelector("[role=alert]"));
  message.textContent = "";
  if (await Notification.requestPermission() !== "granted") {
    message.textContent = message.dataset.refused ?? "";
    return;
  }
  try {
    await navigator.serviceWorker.register("/sw.js");
    const { pushManager } = await navigator.serviceWorker.ready;
    // One that was made for another key, as that of a server before, is no use.
    await (await pushManager.getSubscription())?.unsubscribe();
    const options = { userVisibleOnly: true, applicationServerKey: section.dataset.push ?? "" };
    const subscription = await pushManager.subscribe(options);
    const token = document.querySelector("meta[name=csrf]")?.getAttribute("content") ?? "";
    const body = new URLSearchParams({ subscription: JSON.stringify(subscription) });
    const answer = await fetch("/me/notices/push.json", { method: "POST", body, headers: { "x-csrf-token": token } });
    if (!answer.ok) throw new Error((await answer.json()).text);
    if (section.hasAttribute("aria-labelledby")) location.assign("/me/notices"); // the page of choices shows them
    else section.replaceChildren();
  } catch (error) {
    message.textContent = (error instanceof DOMException ? message.dataset.failed : /** @type {Error} */ (error).message) ?? "";
  }
}
