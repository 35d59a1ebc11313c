// The service worker: it shows what the server sends, and opens the page that it is about.

/**
 * @typedef {{ title: string, text: string, path: string, tag: string }} Message
 * @typedef {{ url: string, focus(): Promise<unknown>, navigate(url: string): Promise<unknown> }} OpenPage
 * @typedef {{ matchAll(options: { type: "window", includeUncontrolled: boolean }): Promise<OpenPage[]>,
 *   openWindow(url: string): Promise<unknown> }} Pages
 * @typedef {EventTarget & { registration: ServiceWorkerRegistration, clients: Pages }} ServiceWorkerScope
 * @typedef {Event & { waitUntil(work: Promise<unknown>): void, data: { json(): Message },
 *   notification: Notification }} WorkerEvent
 */

const worker = /** @type {ServiceWorkerScope} */ (/** @type {unknown} */ (self));

worker.addEventListener("push", (event) => {
  const { title, text, path, tag } = /** @type {WorkerEvent} */ (event).data.json();
  const shown = worker.registration.showNotification(title, { body: text, tag, data: path, icon: "/icon-192.png" });
  /** @type {WorkerEvent} */ (event).waitUntil(shown);
});

worker.addEventListener("notificationclick", (event) => {
  const { notification } = /** @type {WorkerEvent} */ (event);
  notification.close();
  /** @type {WorkerEvent} */ (event).waitUntil(open(new URL(String(notification.data), location.origin).href));
});

/** Show a page in the window that shows it already, else in a new one. @param {string} url */
async function open(url) {
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const shown = pages.find((page) => page.url === url);
  await (shown ? shown.focus() : worker.clients.openWindow(url));
}
