import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { Animator, loadMotion } from "../../src/charkoni/web/client/board/animation.js";

const node = (id, x, text = "") => [id, "disc", String(x), "0", "", text];
const SPOTS = { a: { x: 0, y: 0 }, b: { x: 50, y: 0 }, c: { x: 100, y: 0 } };
const now = { ms: 0 };

/** An animator of a renderer that only keeps its nodes; the frames of its animations are noted. */
function made(...nodes) {
  const frames = new Map();
  const renderer = {
    nodes: new Map(nodes.map((each) => [each[0], each])), elements: new Map(),
    scene: { spots: Object.fromEntries(Object.entries(SPOTS).map(([zone, { x, y }]) => [zone, [x, y, ""]])) },
    spot: (zone) => SPOTS[zone],
    change(set, del) {
      for (const id of del) this.nodes.delete(id);
      for (const each of set) this.nodes.set(each[0], each);
    },
  };
  for (const id of ["s", "t", "n"]) {
    renderer.elements.set(id, { firstElementChild: { animate: (found) => { frames.set(id, found); return { cancel: () => frames.delete(id) }; } } });
  }
  const heard = [];
  return { animator: new Animator(renderer, (kind, step) => heard.push([kind, step])), renderer, frames, heard };
}

function pass(ms) {
  now.ms += ms;
  mock.timers.tick(ms);
}

const SOWING = { set: [node("s", 50), node("t", 100), node("n", 50, "1")], del: [], events: [{ kind: "sow", ids: ["s", "t"], to: ["b", "c"], path: ["b", "c"] }] };

afterEach(() => mock.reset());

beforeEach(async () => {
  await loadMotion();
  mock.reset();
  mock.timers.enable({ apis: ["setTimeout"] });
  mock.method(performance, "now", () => now.ms);
});

test("stones move one after the other, each with its sound", () => {
  const { animator, heard } = made(node("s", 0), node("t", 0), node("n", 50, "0"));
  void animator.play(SOWING);
  pass(240);
  assert.deepEqual(heard, [["sow", 0]]);
  pass(110);
  assert.deepEqual(heard, [["sow", 0], ["sow", 1]]);
});

test("a count changes when its stone lands", () => {
  const { animator, renderer } = made(node("s", 0), node("t", 0), node("n", 50, "0"));
  void animator.play(SOWING);
  assert.equal(renderer.nodes.get("s")[2], "50"); // its outer group stands at the end at once
  assert.equal(renderer.nodes.get("n")[5], "0");
  pass(240);
  assert.equal(renderer.nodes.get("n")[5], "1");
});

test("frames begin at the old place and end at home", () => {
  const { animator, frames } = made(node("s", 0), node("t", 0), node("n", 50, "0"));
  void animator.play(SOWING);
  assert.match(frames.get("s")[0].transform, /^translate\(-50\.0px, 0\.0px\)/);
  assert.match(frames.get("s").at(-1).transform, /^translate\(0\.0px, 0\.0px\)/);
  const offsets = frames.get("t").map(({ offset }) => offset);
  assert.deepEqual(offsets, [...offsets].sort((a, b) => a - b));
  assert.deepEqual([offsets[0], offsets.at(-1)], [0, 1]);
});

test("finish shows the end at once", async () => {
  const { animator, renderer, frames, heard } = made(node("s", 0), node("t", 0), node("n", 50, "0"));
  const played = animator.play(SOWING);
  animator.finish();
  await played;
  assert.equal(renderer.nodes.get("n")[5], "1");
  assert.equal(frames.size, 0);
  pass(10_000);
  assert.deepEqual(heard, []);
});

test("another ply ends the one before", async () => {
  const { animator, renderer } = made(node("s", 0), node("t", 0), node("n", 50, "0"));
  const first = animator.play(SOWING);
  void animator.play({ set: [node("n", 50, "2")], del: ["t"], events: [] });
  await first;
  assert.equal(renderer.nodes.get("s")[2], "50");
  pass(20);
  assert.equal(renderer.nodes.has("t"), false);
  assert.equal(renderer.nodes.get("n")[5], "2");
});

test("without motion every kind of event sounds once and pieces are placed at once", () => {
  const { animator, renderer, heard, frames } = made(node("s", 0), node("t", 0), node("n", 50, "0"));
  animator.isStill = true;
  void animator.play(SOWING);
  assert.deepEqual(heard, [["sow", 0]]);
  assert.equal(renderer.nodes.get("n")[5], "1");
  assert.equal(frames.size, 0);
});

test("speed is a factor on all times", () => {
  const { animator, heard } = made(node("s", 0), node("t", 0), node("n", 50, "0"));
  animator.speed = 2;
  void animator.play(SOWING);
  pass(479);
  assert.deepEqual(heard, []);
  pass(1);
  assert.deepEqual(heard, [["sow", 0]]);
});

test("rest waits after the end of a ply", async () => {
  const { animator } = made(node("s", 0));
  animator.speed = 0;
  const played = animator.play({ set: [], del: [], events: [] });
  pass(1);
  await played;
  let isOver = false;
  const rested = animator.rest(600).then(() => { isOver = true; });
  await Promise.resolve();
  await Promise.resolve();
  pass(599);
  await new Promise((done) => setImmediate(done));
  assert.equal(isOver, false);
  pass(1);
  await rested;
  assert.equal(isOver, true);
});

test("a piece is lifted, and set down with two bounces that grow smaller", () => {
  const { animator, frames } = made(node("s", 0), node("t", 0), node("n", 50, "0"));
  void animator.play({ set: [node("s", 100)], del: [], events: [{ kind: "move", ids: ["s"], to: ["c"] }] });
  const heights = frames.get("s").map(({ transform }) => -Number(/, (-?[\d.]+)px/.exec(transform)[1]));
  const [lifted, first, second] = heights.filter((each) => each > 0);
  assert.ok(lifted > first && first > second, String(heights));
  assert.equal(heights.filter((each) => each > 0).length, 3);
  assert.equal(Math.abs(heights.at(-1)), 0);
});
