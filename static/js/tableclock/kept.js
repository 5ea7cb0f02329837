// @ts-check
// Keeps the page on this device for when there is no connection (the service worker), and the screen awake.

/** Asks the service worker to keep this page and what it has loaded. */
export async function keepPage() {
  if (!("serviceWorker" in navigator) || !isSecureContext) return;
  try {
    await navigator.serviceWorker.register("/service-worker.js", { scope: "/" });
    const { active } = await navigator.serviceWorker.ready;
    const files = performance.getEntriesByType("resource").map(({ name }) => name);
    const own = files.filter((name) => name.startsWith(location.origin) && !/\/(log|live)\//.test(new URL(name).pathname));
    active?.postMessage({ keep: [...new Set(own)], page: location.href });
  } catch {
    // it works as long as it stays open
  }
}

/** @param {(works: boolean) => void} tell */
export function stayAwake(tell) {
  const ask = () => {
    if (document.hidden) return;
    if (!navigator.wakeLock) return tell(false);
    navigator.wakeLock.request("screen").then(() => tell(true), () => tell(false)); // refused when the battery is nearly empty
  };
  document.addEventListener("visibilitychange", ask);
  document.addEventListener("pointerdown", ask, { once: true });
  ask();
}
