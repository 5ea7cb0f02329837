// @ts-check
// The service worker (/service-worker.js): shows push messages and opens the page that one is about. It keeps the match clocks that
// lie beside boards, for when there is no connection: the server comes first even there, and every other page is always the server's.

/** @typedef {{ title: string, body: string, tag: string, url: string, at: number, lang: string }} PushMessage */

/** The types of pages know no workers. */
const worker = /** @type {any} */ (self);

worker.addEventListener("install", () => worker.skipWaiting());
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(worker.clients.claim()));

const KEPT = "match-clocks";
const CLOCK_PAGE = /^\/clock\/[\w-]+\/$/;
const MOST_PAGES = 12;
/** A network that answers neither yes nor no. */
const PATIENCE_MS = 4_000;
/** The windows that show a clock: only what they load is answered here. @type {Set<string>} */
const clockWindows = new Set();

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== worker.location.origin) return;
  const isPage = request.mode === "navigate" && CLOCK_PAGE.test(url.pathname);
  if (isPage && event.resultingClientId) clockWindows.add(event.resultingClientId);
  const isFile = request.destination !== "" && request.mode !== "navigate" && clockWindows.has(event.clientId);
  if (isPage || isFile) event.respondWith(fromServerOrKept(request));
});

worker.addEventListener("message", (/** @type {any} */ event) => {
  const { keep, page } = event.data ?? {};
  if (Array.isArray(keep) && typeof page === "string") event.waitUntil(keepClock(page, keep).catch(() => {}));
});

worker.addEventListener("push", (/** @type {any} */ event) => {
  const message = read(event.data);
  if (message) event.waitUntil(show(message));
});

worker.addEventListener("notificationclick", (/** @type {any} */ event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.url ?? "/"));
});

worker.addEventListener("pushsubscriptionchange", (/** @type {any} */ event) => {
  event.waitUntil(subscribeAgain(event).catch(() => {})); // the settings page then shows that push is off
});

/** A link that no longer works is forgotten. @param {Request} request @returns {Promise<Response>} */
async function fromServerOrKept(request) {
  const cache = await caches.open(KEPT);
  const abort = new AbortController();
  const kept = await cache.match(request, { ignoreVary: true });
  const timer = kept ? setTimeout(() => abort.abort(), PATIENCE_MS) : 0;
  try {
    const answer = await fetch(request, { signal: abort.signal });
    if (answer.ok) await cache.put(request, answer.clone());
    else if (answer.status === 404 || answer.status === 410) await cache.delete(request);
    return answer.status >= 500 && kept ? kept : answer;
  } catch (error) {
    if (kept) return kept;
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** Keeps a page that was loaded before this worker looked after it; files of former versions of the site go. @param {string} page @param {string[]} files */
async function keepClock(page, files) {
  const cache = await caches.open(KEPT);
  const wanted = new Set(files);
  const kept = await cache.keys();
  const pages = kept.filter(({ url }) => CLOCK_PAGE.test(new URL(url).pathname));
  const old = kept.filter((request) => !pages.includes(request) && !wanted.has(request.url));
  for (const request of [...old, ...pages.slice(0, -MOST_PAGES)]) await cache.delete(request);
  const there = new Set(kept.map(({ url }) => url));
  await Promise.all([page, ...wanted].filter((url) => !there.has(url)).map((url) => cache.add(url).catch(() => {})));
}

/** @param {any} data @returns {PushMessage | null} */
function read(data) {
  try {
    return data.json();
  } catch {
    return null; // nothing of this site
  }
}

/** The same thing is shown once: again only where it has come back, and a copy makes no sound. @param {PushMessage} message */
async function show(message) {
  const shown = await worker.registration.getNotifications({ tag: message.tag });
  const isCopy = shown.some((/** @type {any} */ notification) => notification.data?.at === message.at);
  await worker.registration.showNotification(message.title, {
    body: message.body,
    tag: message.tag,
    lang: message.lang,
    dir: "auto",
    icon: "/static/img/icon-192.png",
    badge: "/static/img/badge-96.png",
    timestamp: message.at * 1000,
    data: { url: message.url, at: message.at },
    renotify: !isCopy,
    silent: isCopy,
  });
}

/** The page that is open already, else a new window: nobody is taken away from a match. @param {string} path */
async function open(path) {
  const target = new URL(path, worker.location.origin);
  if (target.origin !== worker.location.origin) return;
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = pages.find((/** @type {any} */ page) => new URL(page.url).pathname === target.pathname);
  if (there) await there.focus();
  else await worker.clients.openWindow(target.href);
}

/** The browser has ended its subscription: the site gets the new one, with the token of the settings page, while its user is
 * logged in. @param {any} event */
async function subscribeAgain(event) {
  const page = await fetch("/profile/notifications/", { credentials: "same-origin" });
  const text = page.ok && !page.redirected ? await page.text() : "";
  const [, key] = /data-push="([\w-]+)"/.exec(text) ?? [];
  const [, token] = /data-csrf="(\w+)"/.exec(text) ?? [];
  if (!key || !token) return;
  const { pushManager } = worker.registration;
  const current = event.newSubscription ?? (await pushManager.getSubscription());
  const subscription = current ?? (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }));
  const { endpoint = "", keys } = subscription.toJSON();
  const values = { csrfmiddlewaretoken: token, endpoint, p256dh: keys?.p256dh ?? "", auth: keys?.auth ?? "" };
  const answer = await fetch("/profile/notifications/devices/", { method: "POST", body: new URLSearchParams(values) });
  if (!answer.ok) await subscription.unsubscribe();
}
