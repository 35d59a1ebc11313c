// The service worker: it shows what the server sends and opens the page that it is about, and without a connection it
// shows pages that it has kept.

/**
 * @typedef {{ title: string, text: string, path: string, tag: string }} Message
 * @typedef {{ url: string, focus(): Promise<unknown>, navigate(url: string): Promise<unknown> }} OpenPage
 * @typedef {{ matchAll(options: { type: "window", includeUncontrolled: boolean }): Promise<OpenPage[]>,
 *   openWindow(url: string): Promise<unknown> }} Pages
 * @typedef {EventTarget & { registration: ServiceWorkerRegistration, clients: Pages }} ServiceWorkerScope
 * @typedef {Event & { waitUntil(work: Promise<unknown>): void, data: { json(): Message },
 *   notification: Notification, request: Request, respondWith(answer: Promise<Response>): void }} WorkerEvent
 */

const CACHE = "pages";
const OFFLINE = "/offline";

/** The pages that are kept, with what they load: rules, lessons, the list of games. */
const KEPT = /^\/(rules|learn|mine|offline)(\/|$)/;

/** How many pictures, scripts and style sheets of them are kept, the latest: those of all rules, and more. */
const MOST_PARTS = 1000;

const worker = /** @type {ServiceWorkerScope} */ (/** @type {unknown} */ (self));

worker.addEventListener("push", (event) => {
  const { title, text, path, tag } = /** @type {WorkerEvent} */ (event).data.json();
  // The next move of a game is told like the first, also where that notice is still shown.
  const options = { body: text, tag, renotify: true, data: path, icon: "/icon-192.png" };
  /** @type {WorkerEvent} */ (event).waitUntil(worker.registration.showNotification(title, options));
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

worker.addEventListener("install", (event) => /** @type {WorkerEvent} */ (event).waitUntil(fill()));

/** Keep the page without a connection, its style sheets, and the pages of rules that it names. */
async function fill() {
  const cache = await caches.open(CACHE);
  const page = await fetch(OFFLINE);
  await cache.put(OFFLINE, page.clone());
  const named = [...(await page.text()).matchAll(/href="(\/rules\/\w+|\/client\/\w+\/\w+\.css)"/g)].map((found) => found[1]);
  await cache.addAll(named);
}

worker.addEventListener("fetch", (event) => {
  const { request } = /** @type {WorkerEvent} */ (event);
  const isPage = request.mode === "navigate";
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  const isKept = KEPT.test(new URL(isPage ? request.url : request.referrer || location.href).pathname);
  if (isPage || isKept) /** @type {WorkerEvent} */ (event).respondWith(answer(request, isPage, isKept));
});

/**
 * The answer of the server, which may be kept; without a connection the last one.
 * @param {Request} request
 * @param {boolean} isPage
 * @param {boolean} isKept
 */
async function answer(request, isPage, isKept) {
  try {
    const response = await fetch(request);
    if (isKept && response.ok && !response.redirected) await keep(request, response.clone());
    return response;
  } catch (error) {
    const cache = await caches.open(CACHE);
    const kept = await cache.match(request.url, { ignoreSearch: isPage, ignoreVary: true });
    const instead = isPage ? await cache.match(OFFLINE, { ignoreVary: true }) : undefined;
    if (!kept && !instead) throw error;
    return /** @type {Response} */ (kept ?? instead);
  }
}

/** @param {Request} request @param {Response} response */
async function keep(request, response) {
  const cache = await caches.open(CACHE);
  await cache.put(request, response);
  const parts = (await cache.keys()).filter(({ url }) => !KEPT.test(new URL(url).pathname));
  for (const old of parts.slice(0, Math.max(0, parts.length - MOST_PARTS))) await cache.delete(old);
}
