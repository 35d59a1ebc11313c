import assert from "node:assert/strict";
import { test } from "node:test";
import { sharesOf } from "../../src/charkoni/web/client/study/evaluation.js";

test("the value of a player is the share of his side; the other sides share the rest equally", () => {
  assert.deepEqual(sharesOf(0.75, 0, [0, 1]), [0.75, 0.25]);
  assert.deepEqual(sharesOf(0.75, 1, [0, 1]), [0.25, 0.75]);
  assert.deepEqual(sharesOf(0.75, 2, [0, 1, 0, 1]), [0.75, 0.25]);
  assert.deepEqual(sharesOf(0.5, 1, [0, 1, 2]), [0.25, 0.5, 0.25]);
});

test("a value beyond the bounds, as by an error of rounding, fills the bar", () => {
  assert.deepEqual(sharesOf(1.0001, 0, [0, 1]), [1, 0]);
  assert.deepEqual(sharesOf(-0.0001, 0, [0, 1]), [0, 1]);
});
