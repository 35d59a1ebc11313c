import assert from "node:assert/strict";
import { test } from "node:test";
import { ordered } from "../../src/charkoni/web/client/classroom/paint_order.js";

test("ids are put before others, in the order of the pairs", () => {
  assert.deepEqual(ordered(["a", "b", "c"], [["b", ""], ["c", "a"]]), ["c", "a", "b"]);
  assert.deepEqual(ordered(["a", "b"], []), ["a", "b"]);
});
