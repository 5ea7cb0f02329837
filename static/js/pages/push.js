// @ts-check
// "Push on this device" in the notification settings: shows which of its states holds in this browser, and changes it. The
// server has the endpoints; this browser recognizes its own in the list of devices by its SHA-256.

export {}; // a module, with names of its own

const WORKER = "/service-worker.js";

const section = document.querySelector("[data-push]");
const turnOn = document.querySelector("[data-push-on]");
const turnOff = document.querySelector("[data-push-off]");

/** @param {"off" | "on" | "unsupported" | "blocked" | "failed"} state @param {string} [text] of the server, in place of the state's own */
function show(state, text = "") {
  for (const node of document.querySelectorAll("[data-push-state]")) {
    if (node instanceof HTMLElement) node.hidden = Boolean(text) || node.dataset.pushState !== state;
  }
  const words = document.querySelector("[data-push-detail]");
  if (words) words.textContent = text;
  if (turnOn instanceof HTMLElement) turnOn.hidden = state !== "off" && state !== "failed";
  if (turnOff instanceof HTMLElement) turnOff.hidden = state !== "on";
}

const isSupported = () => isSecureContext && "serviceWorker" in navigator && "PushManager" in globalThis && "Notification" in globalThis;

/** @returns {Promise<PushSubscription | null>} */
async function ownSubscription() {
  const registration = await navigator.serviceWorker.getRegistration("/");
  return registration ? registration.pushManager.getSubscription() : null;
}

/** A subscription with a former key of the site gets nothing any more. @param {PushSubscription | null} subscription */
function isOfThisKey(subscription) {
  const key = subscription?.options?.applicationServerKey;
  return !key || String(new Uint8Array(key)) === String(bytes(data("push")));
}

/** This browser's line in the list of devices. @param {PushSubscription | null} subscription @returns {Promise<HTMLElement | null>} */
async function ownLine(subscription) {
  if (!subscription) return null;
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(subscription.endpoint));
  const mark = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const line = document.querySelector(`[data-device="${mark}"]`);
  return line instanceof HTMLElement ? line : null;
}

async function look() {
  if (!isSupported()) return show("unsupported");
  if (Notification.permission === "denied") return show("blocked");
  const subscription = await ownSubscription();
  return show(isOfThisKey(subscription) && (await ownLine(subscription)) ? "on" : "off");
}

/** @param {string} text base64url @returns {Uint8Array<ArrayBuffer>} */
const bytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));

/** @param {string | undefined} to @param {Record<string, string>} values */
async function send(to, values) {
  const body = new URLSearchParams({ csrfmiddlewaretoken: data("csrf"), ...values });
  return fetch(to ?? "", { method: "POST", body, headers: { "X-Requested-With": "fetch" } });
}

/** @param {string} name */
const data = (name) => (section instanceof HTMLElement ? section.dataset[name] ?? "" : "");

async function subscribe() {
  if ((await Notification.requestPermission()) !== "granted") return look();
  await navigator.serviceWorker.register(WORKER, { scope: "/" });
  const { pushManager } = await navigator.serviceWorker.ready;
  await (await pushManager.getSubscription())?.unsubscribe(); // perhaps of another key or another user
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(data("push")) });
  const { endpoint = "", keys } = subscription.toJSON();
  const answer = await send(data("add"), { endpoint, p256dh: keys?.p256dh ?? "", auth: keys?.auth ?? "" });
  if (answer.ok) return location.reload();
  await subscription.unsubscribe();
  const refusal = await answer.json().catch(() => ({}));
  return show("failed", refusal.detail);
}

async function unsubscribe() {
  const subscription = await ownSubscription();
  const line = await ownLine(subscription);
  await subscription?.unsubscribe();
  if (line) await send(data("remove"), { id: line.dataset.id ?? "" });
  location.reload();
}

/** @param {Element | null} button @param {() => Promise<unknown>} act */
function press(button, act) {
  if (!(button instanceof HTMLButtonElement)) return;
  button.addEventListener("click", async () => {
    button.disabled = true;
    await act().catch(() => show("failed"));
    button.disabled = false;
  });
}

press(turnOn, subscribe);
press(turnOff, unsubscribe);
look().catch(() => show("failed"));
