import assert from "node:assert/strict";
import { test } from "node:test";
import { neighbour } from "../../src/charkoni/web/client/board/keyboard.js";

const GRID = Object.fromEntries([..."abc"].flatMap((column, x) => [1, 2, 3].map((y) => [`${column}${y}`, { x: 10 * x, y: 10 * y }])));

test("arrows go to the next zone of a row or column", () => {
  assert.equal(neighbour(GRID, "b2", 1, 0), "c2");
  assert.equal(neighbour(GRID, "b2", -1, 0), "a2");
  assert.equal(neighbour(GRID, "b2", 0, 1), "b3");
  assert.equal(neighbour(GRID, "b2", 0, -1), "b1");
});

test("at the edge there is no neighbour", () => {
  assert.equal(neighbour(GRID, "a1", -1, 0), undefined);
  assert.equal(neighbour(GRID, "a1", 0, -1), undefined);
  assert.equal(neighbour(GRID, "unknown", 1, 0), undefined);
});

test("a zone straight ahead is nearer than one aside at the same distance", () => {
  const spots = { at: { x: 0, y: 0 }, ahead: { x: 20, y: 0 }, aside: { x: 16, y: 12 } };
  assert.equal(neighbour(spots, "at", 1, 0), "ahead");
});

test("a zone far aside does not count", () => {
  assert.equal(neighbour({ at: { x: 0, y: 0 }, aside: { x: 10, y: 23 } }, "at", 1, 0), undefined);
  assert.equal(neighbour({ at: { x: 0, y: 0 }, aside: { x: 10, y: 21 } }, "at", 1, 0), "aside");
});
