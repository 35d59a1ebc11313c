import assert from "node:assert/strict";
import { test } from "node:test";
import { floatOf, parseTables } from "../../src/charkoni/web/client/tournament/manual_pairing.js";

test("tables are pairs of numbers, 0 for an empty seat", () => {
  assert.deepEqual(parseTables("1-4\n2:3, 5–6 7"), [[1, 4], [2, 3], [5, 6], [7, 0]]);
  assert.deepEqual(parseTables(" \n"), []);
  assert.deepEqual(parseTables("x-2"), [[0, 2]]);
});

test("an arrow marks who meets another score", () => {
  assert.deepEqual([floatOf(3, 2), floatOf(2, 3), floatOf(2, 2), floatOf(2, undefined)], [" ↓", " ↑", "", ""]);
});
