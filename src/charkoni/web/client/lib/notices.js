// The choices of notices: this device by a button, and quiet hours in the browser's time zone.

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const field = document.querySelector("[data-zone]");
if (field instanceof HTMLInputElement && zone) {
  field.value = zone;
  const name = document.querySelector("[data-zone-name]");
  if (name) name.textContent = zone;
}

const section = /** @type {HTMLElement | null} */ (document.querySelector("[data-push]"));
if (section && "serviceWorker" in navigator && "PushManager" in window) void offer(section);

/** Show the button, unless notices come to this device. @param {HTMLElement} section */
async function offer(section) {
  const registration = await navigator.serviceWorker.getRegistration("/");
  const known = await registration?.pushManager.getSubscription();
  if (known && document.querySelector(`[data-endpoint="${CSS.escape(known.endpoint)}"]`)) return;
  section.hidden = false;
  section.querySelector("button")?.addEventListener("click", () => void subscribe(section));
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
    location.assign("/me/notices");
  } catch (error) {
    message.textContent = (error instanceof DOMException ? message.dataset.failed : /** @type {Error} */ (error).message) ?? "";
  }
}
