import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { events } from "./browser_events.mjs";
import { markDone, showDone } from "../../src/charkoni/web/client/lib/progress.js";

const kept = new Map();
let shown = [];

class Sign {
  hidden = true;
}

/** A list of lessons on a page, by their keys. */
function list(kind, keys) {
  shown = keys.map((key) => ({ key, sign: new Sign() }));
  globalThis.document = {
    querySelectorAll: (selector) => selector !== `[data-${kind}]` ? [] : shown.map(({ key, sign }) => ({ getAttribute: () => key, querySelector: () => sign })),
  };
}

beforeEach(() => {
  kept.clear();
  globalThis.HTMLElement = Sign;
  Object.defineProperty(globalThis, "localStorage", {
    value: { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value) }, configurable: true,
  });
});

const ticked = () => shown.filter(({ sign }) => !sign.hidden).map(({ key }) => key);

test("completed items are stored by kind, once, and ticked", () => {
  list("lesson", ["x/1", "x/2", "y/1"]);
  markDone("lesson", "x/2");
  markDone("lesson", "y/1");
  markDone("lesson", "x/2");
  assert.deepEqual(JSON.parse(kept.get("lessons")), ["x/2", "y/1"]);
  assert.equal(kept.has("puzzles"), false);
  assert.deepEqual(ticked(), ["x/2", "y/1"]);
});

test("invalid content ticks nothing", () => {
  list("puzzle", ["x/1"]);
  for (const content of ["{", '"x/1"', "null"]) {
    kept.set("puzzles", content);
    showDone("puzzle");
    assert.deepEqual(ticked(), []);
  }
});

test("what another device has kept is ticked", () => {
  list("puzzle", ["a", "b"]);
  showDone("puzzle");
  assert.deepEqual(ticked(), []);
  kept.set("puzzles", JSON.stringify(["b"]));
  events.dispatchEvent(new Event("kept"));
  assert.deepEqual(ticked(), ["b"]);
});
