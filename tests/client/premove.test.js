import assert from "node:assert/strict";
import { test } from "node:test";
import { premoved } from "../../src/charkoni/web/client/table/premove.js";

const trie = { a: "1", b: { c: "b-c", d: { one: "b-d:1", two: "b-d:2" } }, e: { f: "e-f" } };

test("taps that make a move are that move", () => {
  assert.equal(premoved(trie, ["a"]), "1");
  assert.equal(premoved(trie, ["b", "c"]), "b-c");
});

test("a part that leaves no choice is completed", () => {
  assert.equal(premoved(trie, ["e"]), "e-f");
});

test("a choice that was changed does not count", () => {
  assert.equal(premoved(trie, ["a", "b", "c"]), "b-c");
  assert.equal(premoved(trie, ["b", "c", "e", "f"]), "e-f");
});

test("what is impossible or open makes no move", () => {
  for (const taps of [["x"], ["b"], ["b", "d"], ["a", "x"]]) assert.equal(premoved(trie, taps), undefined, taps.join());
});
