import assert from "node:assert/strict";
import { test } from "node:test";
import { heldRequests, settled } from "./held_answers.mjs";

test("what is done or set while an answer is on its way stays, and so does what other devices have sent", async (t) => {
  const { document, localStorage, addEventListener } = globalThis, events = new EventTarget();
  globalThis.addEventListener = events.addEventListener.bind(events);
  t.after(() => {
    Object.assign(globalThis, { document, addEventListener });
    Object.defineProperty(globalThis, "localStorage", { configurable: true, value: localStorage });
  });
  const stored = new Map([["kept", '"session"'], ["lessons", '["a"]'], ["settings", '{"volume":0.5,"motion":"fast"}']]);
  globalThis.document = { querySelector: (selector) => (selector.startsWith("script") ? { getAttribute: () => "session" } : null) };
  const value = { getItem: (key) => stored.get(key) ?? null, setItem: (key, text) => stored.set(key, text) };
  Object.defineProperty(globalThis, "localStorage", { configurable: true, value });
  const requests = heldRequests(t);
  t.mock.timers.enable({ apis: ["setTimeout"] });
  await import("../../src/charkoni/web/client/lib/kept.js");
  events.dispatchEvent(new Event("done"));
  t.mock.timers.tick(1000);
  assert.deepEqual(JSON.parse(requests[0].body.get("kept")).lessons, ["a"]);
  stored.set("lessons", '["a","b"]');
  stored.set("settings", '{"volume":0.9,"motion":"fast"}');
  await requests[0].answer({ lessons: ["a", "of the phone"], puzzles: [], settings: { volume: 0.5, motion: "off" } });
  await settled();
  assert.deepEqual(JSON.parse(stored.get("lessons")).sort(), ["a", "b", "of the phone"]);
  assert.deepEqual(JSON.parse(stored.get("settings")), { volume: 0.9, motion: "off" });
});
