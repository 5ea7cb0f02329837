// @ts-check
// Requests to the site itself, beside the live match: its chat moderation and rematches.

/** Asks the site itself, as the page's own login. @param {string} method @param {string} url @param {string} csrf @param {unknown} [body] */
export async function siteRequest(method, url, csrf, body) {
  const headers = { "X-CSRFToken": csrf, Accept: "application/json", "Content-Type": "application/json" };
  const answer = await fetch(url, { method, headers, body: body === undefined ? undefined : JSON.stringify(body), redirect: "manual" });
  const data = answer.status === 204 ? {} : await answer.json().catch(() => ({}));
  return { ok: answer.ok || answer.type === "opaqueredirect", data };
}
