import assert from "node:assert/strict";
import { test } from "node:test";
import { heldRequests } from "./held_answers.mjs";
import { enable, floatOf, parseTables } from "../../src/charkoni/web/client/tournament/manual_pairing.js";

test("tables are pairs of numbers, 0 for an empty seat", () => {
  assert.deepEqual(parseTables("1-4\n2:3, 5–6 7"), [[1, 4], [2, 3], [5, 6], [7, 0]]);
  assert.deepEqual(parseTables(" \n"), []);
  assert.deepEqual(parseTables("x-2"), [[0, 2]]);
});

test("an arrow marks who meets another score", () => {
  assert.deepEqual([floatOf(3, 2), floatOf(2, 3), floatOf(2, 2), floatOf(2, undefined)], [" ↓", " ↑", "", ""]);
});

test("the verdict on tables that were changed meanwhile is not shown", async (t) => {
  const { document } = globalThis, { FormData } = globalThis;
  t.after(() => Object.assign(globalThis, { document, FormData }));
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const listeners = {}, requests = heldRequests(t), shown = [];
  const area = { value: "", addEventListener: (name, act) => { listeners[name] = act; } };
  const box = { dataset: {}, replaceChildren: () => {} };
  globalThis.document = { querySelectorAll: () => [], createElement: () => ({ append() {}, setAttribute() {}, addEventListener() {} }) };
  globalThis.FormData = class { *[Symbol.iterator]() { yield ["tables", area.value]; } };
  globalThis.window = globalThis;
  enable({ dataset: { check: "/check" }, querySelector: (selector) => (selector === "[name=tables]" ? area : box) }, (report) => shown.push(report.allow));
  for (const tables of ["1-2", "1-3"]) {
    area.value = tables;
    listeners.input();
    t.mock.timers.tick(500);
  }
  await requests[1].answer({ allow: "" });
  await requests[0].answer({ allow: "P2" }); // overtaken
  assert.deepEqual(shown, [""]);
});
