import assert from "node:assert/strict";
import { test } from "node:test";
import { movesBelow, needsRow, nextZones, onlyMove, subtree, taps, nextTap } from "../../src/charkoni/web/client/board/trie.js";

const TRIE = { a1: { b1: "a1-b1", c1: { "n-1": "a1-c1:1", "n-2": "a1-c1:2" } }, pass: "pass" };

test("a prefix leads to a subtree, a move or nothing", () => {
  assert.equal(subtree(TRIE, []), TRIE);
  assert.deepEqual(subtree(TRIE, ["a1", "c1"]), { "n-1": "a1-c1:1", "n-2": "a1-c1:2" });
  assert.equal(subtree(TRIE, ["a1", "b1"]), "a1-b1");
  assert.equal(subtree(TRIE, ["a1", "b1", "c1"]), undefined);
  assert.equal(subtree(TRIE, ["d1"]), undefined);
  assert.equal(subtree(undefined, []), undefined);
});

test("a name of Object.prototype is no zone", () => {
  assert.equal(subtree(TRIE, ["constructor"]), undefined);
  assert.deepEqual(nextZones(TRIE, ["toString"]), []);
});

test("the next zones are those of the subtree", () => {
  assert.deepEqual(nextZones(TRIE, []), ["a1", "pass"]);
  assert.deepEqual(nextZones(TRIE, ["a1"]), ["b1", "c1"]);
  assert.deepEqual(nextZones(TRIE, ["pass"]), []);
});

test("moves below a node come once each, in the order of the trie", () => {
  assert.deepEqual(movesBelow(TRIE), ["a1-b1", "a1-c1:1", "a1-c1:2", "pass"]);
  assert.deepEqual(movesBelow({ a: { b: "x" }, c: "x" }), ["x"]);
  assert.deepEqual(movesBelow("x"), ["x"]);
  assert.deepEqual(movesBelow(undefined), []);
});

test("the only move comes with the zones that are left", () => {
  assert.deepEqual(onlyMove({ b: { c: "x" } }), { move: "x", zones: ["b", "c"] });
  assert.deepEqual(onlyMove("x"), { move: "x", zones: [] });
  assert.equal(onlyMove(TRIE), undefined);
});

test("taps lead to their move", () => {
  for (const move of movesBelow(TRIE)) assert.equal(subtree(TRIE, taps(TRIE, move)), move);
  assert.equal(taps(TRIE, "b1-a1"), undefined);
});

test("chips need a row among zones or before any zone", () => {
  const isChip = (zone) => zone.startsWith("n-") || zone === "pass";
  assert.equal(needsRow(TRIE, isChip), true); // pass stands beside a1
  assert.equal(needsRow({ a1: TRIE.a1 }, isChip), false); // n-1 and n-2 stand alone behind c1
  assert.equal(needsRow({ "n-1": { a1: "x" }, "n-2": { a1: "y" } }, isChip), true);
  assert.equal(needsRow({ a1: { b1: "x", "n-1": "y" } }, isChip), true);
  assert.equal(needsRow(undefined, isChip), false);
});

test("the next tap of a sequence follows those that were made", () => {
  assert.equal(nextTap(["c", "die-5"], []), 0);
  assert.equal(nextTap(["c", "die-5"], ["c"]), 1);
  assert.equal(nextTap(["c", "die-5"], ["d"]), 0);
  assert.equal(nextTap(["c", "die-5"], ["c", "die-2"]), 0);
});
