import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { MoveNames } from "../../src/charkoni/web/client/engine/names.js";

let asked = [];
let isOk = true;
const { fetch } = globalThis;

beforeEach(() => {
  asked = [];
  isOk = true;
  mock.timers.enable({ apis: ["setTimeout"] });
  globalThis.fetch = async (address) => {
    asked.push(new URL(address, "http://x").searchParams.get("codes"));
    return { ok: isOk, json: async () => Object.fromEntries(asked.at(-1).split(" ").map((code) => [code, `m${code}`])) };
  };
});
afterEach(() => {
  globalThis.fetch = fetch;
  mock.timers.reset();
});
const settled = () => new Promise((resolve) => { setImmediate(resolve); });

test("a line is known up to its first unknown move; the others are fetched together, once", async () => {
  const learned = mock.fn();
  const names = new MoveNames("game", learned);
  names.add({ 1: "a", 2: "b" });
  assert.deepEqual(names.line([1, 2]), ["a", "b"]);
  assert.deepEqual(names.line([1, 5, 2]), ["a"]);
  assert.deepEqual(names.line([2, 6]), ["b"]);
  assert.deepEqual(names.line([2, 1]), ["b", "a"], "what other lines lack does not cut this one");
  mock.timers.tick(500);
  await settled();
  assert.deepEqual(asked, ["5 6"]);
  assert.equal(learned.mock.callCount(), 1);
  assert.deepEqual(names.line([1, 5, 2]), ["a", "m5", "b"]);
  mock.timers.tick(500);
  await settled();
  assert.equal(asked.length, 1);
});

test("after a refusal it waits before it asks again", async () => {
  isOk = false;
  const learned = mock.fn();
  const names = new MoveNames("game", learned);
  names.line([9]);
  mock.timers.tick(500);
  await settled();
  names.line([9]);
  mock.timers.tick(1000);
  await settled();
  assert.deepEqual([asked.length, learned.mock.callCount()], [1, 0]);
  mock.timers.tick(10_000);
  await settled();
  isOk = true;
  names.line([9]);
  mock.timers.tick(500);
  await settled();
  assert.deepEqual(names.line([9]), ["m9"]);
});
