import assert from "node:assert/strict";
import { afterEach, mock, test } from "node:test";
import { reached, runs } from "../../src/charkoni/web/client/lib/retries.js";

afterEach(() => mock.reset());

/** Let a server answer in turn: a status, or 0 where it is not reached.  Returns what was asked. */
function answers(...statuses) {
  const asked = [];
  mock.method(globalThis, "fetch", async (url, options) => {
    asked.push([url, options]);
    const status = statuses.shift();
    if (!status) throw new TypeError("Failed to fetch");
    return { status };
  });
  return asked;
}

/** Let time pass until a promise is kept. */
async function kept(promise) {
  mock.timers.enable({ apis: ["setTimeout"] });
  let result;
  void promise.then((value) => { result = [value]; });
  for (let turn = 0; turn < 100 && !result; turn += 1) {
    await new Promise((resolve) => { process.nextTick(resolve); });
    mock.timers.tick(500);
  }
  return result?.[0];
}

test("a request is repeated until a server that is away or too busy answers", async () => {
  const asked = answers(0, 503, 429, 0, 204);
  assert.deepEqual(await kept(reached("/a", { method: "POST" })), { status: 204 });
  assert.deepEqual(asked, Array(5).fill(["/a", { method: "POST" }]));
});

test("a refusal is an answer", async () => {
  const asked = answers(403, 200);
  assert.deepEqual(await kept(reached("/a")), { status: 403 });
  assert.equal(asked.length, 1);
});

test("what is not wanted any more is not asked again", async () => {
  const asked = answers(0, 0, 200);
  assert.equal(await kept(reached("/a", {}, () => asked.length < 2)), undefined);
  assert.equal(asked.length, 2);
});

test("of runs that overtake each other only the latest is shown", () => {
  const begin = runs(), elsewhere = runs();
  const [one, other] = [begin(), elsewhere()];
  assert.deepEqual([one(), other()], [true, true]);
  const two = begin();
  assert.deepEqual([one(), two(), other()], [false, true, true]);
});
