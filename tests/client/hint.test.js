import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { showHint } from "../../src/charkoni/web/client/table/hint.js";

const three = { type: "hint", g: "g", v: 4, n: 1, script: ["a1", "b2"], m: "a1-b2", steps: ["Look at a1.", "It goes to b2.", "Play a1-b2."] };
let said = [];
let marked = [];
const panels = { showSentence: (text) => said.push(text) };
const renderer = { markTargets: (_, zones) => marked.push(zones) };

beforeEach(() => {
  said = [];
  marked = [];
});

test("each press shows the next step, the last one again, and marks the first zone before the whole move", () => {
  assert.equal(showHint(panels, renderer, 4, three), true);
  for (let press = 0; press < 3; press++) assert.equal(showHint(panels, renderer, 4), true);
  assert.deepEqual(said, [...three.steps, three.steps[2]]);
  assert.deepEqual(marked, [["a1"], ["a1", "b2"], ["a1", "b2"]]);
});

test("a new hint begins anew; one of two steps marks the whole move at once", () => {
  showHint(panels, renderer, 4, three);
  showHint(panels, renderer, 5, { ...three, v: 5, steps: three.steps.slice(1) });
  showHint(panels, renderer, 5);
  assert.deepEqual(said, [three.steps[0], three.steps[1], three.steps[2]]);
  assert.deepEqual(marked, [["a1", "b2"]]);
});

test("a hint for an earlier position is none", () => {
  showHint(panels, renderer, 4, three);
  assert.equal(showHint(panels, renderer, 5), false);
  assert.equal(said.length, 1);
});
