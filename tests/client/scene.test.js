import assert from "node:assert/strict";
import { test } from "node:test";
import { changed, increasing } from "../../src/charkoni/web/client/board/scene.js";

const node = (id, x = "0") => [id, "disc", x, "0", "", ""];
const ids = (nodes) => nodes.map(([id]) => id);

test("a delta replaces nodes in place and adds new ones at the end", () => {
  const after = changed([node("a"), node("b")], { set: [node("a", "7"), node("c")], del: [] });
  assert.deepEqual(after, [node("a", "7"), node("b"), node("c")]);
});

test("a delta takes nodes away", () => {
  assert.deepEqual(ids(changed([node("a"), node("b")], { set: [], del: ["a", "unknown"] })), ["b"]);
});

test("an order puts the nodes in paint order", () => {
  const after = changed([node("a"), node("b")], { set: [node("c")], del: ["b"], order: ["c", "unknown", "a"] });
  assert.deepEqual(ids(after), ["c", "a"]);
});

test("a delta leaves the nodes before it alone", () => {
  const before = Object.freeze([node("a"), node("b")]);
  changed(before, { set: [node("a", "7")], del: ["b"] });
  assert.deepEqual(before, [node("a"), node("b")]);
});

/** The length of a longest increasing subsequence, by trying all. */
function longest(numbers) {
  let most = 0;
  for (let subset = 0; subset < 2 ** numbers.length; subset += 1) {
    const chosen = numbers.filter((_, i) => (subset >> i) & 1);
    if (chosen.every((number, i) => i === 0 || number > chosen[i - 1])) most = Math.max(most, chosen.length);
  }
  return most;
}

function permutations(numbers) {
  if (!numbers.length) return [[]];
  return numbers.flatMap((number) => permutations(numbers.filter((each) => each !== number)).map((rest) => [number, ...rest]));
}

test("the places of a longest increasing subsequence", () => {
  for (const numbers of permutations([0, 1, 2, 3, 4, 5])) {
    const places = [...increasing(numbers)].sort((a, b) => a - b);
    const chosen = places.map((place) => numbers[place]);
    assert.deepEqual(chosen, [...chosen].sort((a, b) => a - b), String(numbers));
    assert.equal(places.length, longest(numbers), String(numbers));
  }
});
