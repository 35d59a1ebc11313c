import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { DEFAULTS, loadSettings, saveSettings } from "../../src/charkoni/web/client/lib/settings.js";

const kept = new Map();
const storage = { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value) };
const forbidden = { getItem() { throw new Error("forbidden"); }, setItem() { throw new Error("forbidden"); } };
let dispatched = [];

function use(found) {
  Object.defineProperty(globalThis, "localStorage", { value: found, configurable: true });
}

beforeEach(() => {
  kept.clear();
  dispatched = [];
  globalThis.dispatchEvent = (event) => dispatched.push(event);
  use(storage);
});

test("the defaults are used when nothing is stored", () => {
  assert.deepEqual(loadSettings(), DEFAULTS);
  assert.notEqual(loadSettings(), DEFAULTS);
});

test("a saved setting is stored with the others, and dispatched", () => {
  saveSettings({ volume: 0 });
  saveSettings({ quick: true });
  assert.deepEqual(loadSettings(), { ...DEFAULTS, volume: 0, quick: true });
  assert.deepEqual(dispatched.map(({ type, detail }) => [type, detail.quick]), [["settings", false], ["settings", true]]);
});

test("invalid content and disabled storage give the defaults", () => {
  kept.set("settings", "{");
  assert.deepEqual(loadSettings(), DEFAULTS);
  use(forbidden);
  assert.deepEqual(loadSettings(), DEFAULTS);
  saveSettings({ quick: true });
  assert.equal(dispatched[0].detail.quick, true);
});
