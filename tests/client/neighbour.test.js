import assert from "node:assert/strict";
import { test } from "node:test";
import { neighbour } from "../../src/charkoni/web/client/board/neighbour.js";

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

test("each key has a quarter of all directions", () => {
  const spots = { at: { x: 0, y: 0 }, aside: { x: 10, y: 9 } };
  assert.equal(neighbour(spots, "at", 1, 0), "aside");
  assert.equal(neighbour(spots, "at", 0, 1), undefined);
});

test("of two diagonal neighbours each key goes to the clockwise one", () => {
  const spots = { at: { x: 0, y: 0 }, ne: { x: 9, y: -9 }, se: { x: 9, y: 9 }, sw: { x: -9, y: 9 }, nw: { x: -9, y: -9 } };
  const reached = [[1, 0], [0, 1], [-1, 0], [0, -1]].map(([dx, dy]) => neighbour(spots, "at", dx, dy));
  assert.deepEqual(reached, ["se", "sw", "nw", "ne"]);
});
