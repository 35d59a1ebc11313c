// Passkeys, by the form that stands in for them, and pages that wait for another device.

const POLL_MS = 2000;

/** Post a form to the server. @param {string} address @param {Record<string, string>} fields */
function post(address, fields) {
  const token = document.querySelector("meta[name=csrf]")?.getAttribute("content") ?? "";
  return fetch(address, { method: "POST", body: new URLSearchParams(fields), headers: { "x-csrf-token": token } });
}

/** Whether this browser has passkeys for this page: not at an address of numbers, nor without https. */
function hasPasskeys() {
  return isSecureContext && "PublicKeyCredential" in window && "parseCreationOptionsFromJSON" in PublicKeyCredential
    && !/^[\d.:[\]]+$/.test(location.hostname);
}

/**
 * Make a passkey, or sign in by one, and go where the server says.
 * @param {HTMLFormElement} form
 * @param {boolean} isNew
 */
async function use(form, isNew) {
  const message = /** @type {HTMLElement} */ (form.querySelector("[role=alert]"));
  const base = form.dataset.passkey ?? "";
  message.textContent = "";
  const name = form.elements.namedItem("name");
  if (isNew && name instanceof HTMLInputElement && !name.reportValidity()) return;
  try {
    const asked = await post(`${base}options.json`, { name: name instanceof HTMLInputElement ? name.value : "" });
    const options = await asked.json();
    if (!asked.ok) throw new Error(options.text);
    const credential = /** @type {PublicKeyCredential | null} */ (isNew
      ? await navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) })
      : await navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) }));
    const answer = await post(`${base}passkey.json`, { answer: JSON.stringify(credential) });
    if (!answer.ok) throw new Error((await answer.json()).text);
    location.assign(answer.url);
  } catch (error) {
    message.textContent = (error instanceof DOMException ? message.dataset.cancelled : /** @type {Error} */ (error).message) ?? "";
  }
}

/** Look every two seconds whether the other device has done its part. @param {string} step */
function waitForOther(step) {
  setInterval(async () => {
    const answer = await fetch(location.href).catch(() => undefined);
    if (answer?.redirected) location.assign(answer.url);
    else if (answer && !(await answer.text()).includes(`data-step="${step}"`)) location.reload();
  }, POLL_MS);
}

for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll("form[data-passkey]"))) {
  for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (form.querySelectorAll("[data-create], [data-get]"))) {
    button.hidden = !hasPasskeys();
    button.addEventListener("click", () => void use(form, "create" in button.dataset));
  }
}
const step = document.querySelector("[data-step]")?.getAttribute("data-step") ?? "";
if (step === "show" || step === "wait") waitForOther(step);
