// @ts-check
// Passkeys: opens the browser's own dialogue and posts its answer with the form (<form data-passkey="login | add | use">).
// What the server sends and reads is the JSON of WebAuthn; the bytes in it are base64url.

import { gettext } from "../i18n.js";

const CANNOT = gettext("Passkeys do not work at this address. They need HTTPS, or localhost instead of an IP address.");
const SENTENCES = new Map([
  ["NotAllowedError", gettext("No passkey was chosen. Try again.")],
  ["InvalidStateError", gettext("This device already has a passkey for your account.")],
  ["SecurityError", CANNOT],
]);

/** @param {string} text @returns {Uint8Array<ArrayBuffer>} */
function bytes(text) {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

/** @param {ArrayBuffer | null | undefined} buffer */
function text(buffer) {
  if (!buffer) return undefined;
  const plain = Array.from(new Uint8Array(buffer), (byte) => String.fromCharCode(byte)).join("");
  return btoa(plain).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** @param {any[] | undefined} credentials */
const keys = (credentials) => (credentials ?? []).map((key) => ({ ...key, id: bytes(key.id) }));

/** @param {any} options @param {boolean} alone may it log in without a password? */
async function createCredential({ publicKey }, alone) {
  const wish = alone
    ? { residentKey: "required", requireResidentKey: true, userVerification: "required" }
    : { residentKey: "discouraged", requireResidentKey: false };
  return navigator.credentials.create({
    publicKey: {
      ...publicKey,
      challenge: bytes(publicKey.challenge),
      user: { ...publicKey.user, id: bytes(publicKey.user.id) },
      excludeCredentials: keys(publicKey.excludeCredentials),
      authenticatorSelection: { ...publicKey.authenticatorSelection, ...wish },
    },
  });
}

/** @param {any} options */
async function getCredential({ publicKey }) {
  return navigator.credentials.get({
    publicKey: {
      ...publicKey,
      challenge: bytes(publicKey.challenge),
      allowCredentials: keys(publicKey.allowCredentials),
    },
  });
}

/** What the server reads. @param {any} credential */
function toJson(credential) {
  const { response } = credential;
  return JSON.stringify({
    id: credential.id,
    rawId: text(credential.rawId),
    type: credential.type,
    authenticatorAttachment: credential.authenticatorAttachment ?? undefined,
    clientExtensionResults: credential.getClientExtensionResults(),
    response: {
      clientDataJSON: text(response.clientDataJSON),
      attestationObject: text(response.attestationObject),
      transports: response.getTransports?.(),
      authenticatorData: text(response.authenticatorData),
      signature: text(response.signature),
      userHandle: text(response.userHandle),
    },
  });
}

/** @param {HTMLFormElement} form */
async function options(form) {
  const data = document.getElementById("passkey-options");
  if (data) return JSON.parse(data.textContent ?? "{}");
  const answer = await fetch(form.action, { headers: { Accept: "application/json" } });
  if (!answer.ok) throw new Error(String(answer.status));
  return answer.json();
}

/** @param {HTMLFormElement} form */
async function credential(form) {
  const { creation_options, request_options } = await options(form);
  if (!creation_options) return getCredential(request_options);
  const alone = form.elements.namedItem("passwordless");
  return createCredential(creation_options, alone instanceof HTMLInputElement && alone.checked);
}

/** @param {HTMLFormElement} form */
async function submit(form) {
  const field = form.elements.namedItem("credential");
  const output = form.querySelector("[data-passkey-said]");
  const button = form.querySelector("button");
  if (!(field instanceof HTMLInputElement) || button?.getAttribute("aria-busy") === "true") return;
  button?.setAttribute("aria-busy", "true");
  if (output) output.textContent = "";
  try {
    field.value = toJson(await credential(form));
    form.submit();
  } catch (error) {
    const name = error instanceof Error ? error.name : "";
    if (output) output.textContent = SENTENCES.get(name) ?? gettext("Something went wrong. Reload the page and try again.");
    button?.removeAttribute("aria-busy");
  }
}

const works =
  isSecureContext && "PublicKeyCredential" in globalThis && !/^(\[.*|[\d.]+)$/.test(location.hostname);
for (const form of document.querySelectorAll("form[data-passkey]")) {
  if (!(form instanceof HTMLFormElement)) continue;
  const output = form.querySelector("[data-passkey-said]");
  if (works) {
    form.hidden = false;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      submit(form);
    });
  } else if (form.dataset.passkey !== "login") {
    form.hidden = false;
    form.querySelector("button")?.setAttribute("aria-disabled", "true");
    form.addEventListener("submit", (event) => event.preventDefault());
    if (output) output.textContent = CANNOT;
  }
}
