import assert from "node:assert/strict";
import { test } from "node:test";
import "./browser_events.mjs";
import "./empty_page.mjs";
import { sendOnce } from "../../src/charkoni/web/client/lib/forms.js";

/** Whether a form is sent that is submitted at a time, in ms. */
function isSent(form, timeStamp, defaultPrevented = false) {
  let sent = !defaultPrevented;
  sendOnce({ target: form, timeStamp, defaultPrevented, preventDefault: () => { sent = false; } });
  return sent;
}

test("a form that is touched twice is sent once, another one at once, the same one later", () => {
  const form = { method: "post", dataset: {} }, other = { method: "post", dataset: {} };
  assert.deepEqual([10, 60, 2900].map((time) => isSent(form, time)), [true, false, false]);
  assert.equal(isSent(other, 100), true);
  assert.equal(isSent(form, 3010), true);
});

test("a form that asks, or that a script sends, is not held back", () => {
  const search = { method: "get", dataset: {} }, scripted = { method: "post", dataset: {} };
  assert.deepEqual([10, 60].map((time) => isSent(search, time)), [true, true]);
  isSent(scripted, 10, true);
  assert.equal(isSent(scripted, 20), true, "the script has let it go on");
});
