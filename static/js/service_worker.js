// @ts-check
// The service worker (/service-worker.js): shows push messages and opens the page that one is about. It keeps no pages and
// answers no requests, so the site is always the one of the server.

/** @typedef {{ title: string, body: string, tag: string, url: string, at: number, lang: string }} PushMessage */

/** The types of pages know no workers. */
const worker = /** @type {any} */ (self);

worker.addEventListener("install", () => worker.skipWaiting());
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(worker.clients.claim()));

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
