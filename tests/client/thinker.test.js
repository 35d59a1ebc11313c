import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { Thinker, questionOf } from "../../src/charkoni/web/client/engine/thinker.js";

/** The workers made by the page, each with the orders that it got. */
let workers = [];
class FakeWorker {
  constructor(url, options) {
    Object.assign(this, { url, options, orders: [], isEnded: false });
    workers.push(this);
  }
  postMessage(order) { this.orders.push(order); }
  terminate() { this.isEnded = true; }
  say(data) { this.onmessage({ data }); }
}
const handlers = () => ({ ready: mock.fn(), failed: mock.fn() });
const question = { request: new Uint8Array(2), settings: { lines: 3 } };
const answer = (id, isDone) => ({ type: "answer", id, isDone, seconds: 1, code: -1, value: 0.5, depth: 2, nodes: 9, rows: [] });
const real = {};

beforeEach(() => {
  workers = [];
  real.Worker = globalThis.Worker;
  real.location = globalThis.location;
  globalThis.Worker = FakeWorker;
  globalThis.location = { href: "http://x/study/game" };
  mock.timers.enable({ apis: ["setTimeout"] });
});
afterEach(() => {
  Object.assign(globalThis, real);
  mock.timers.reset();
});

test("a question waits for the search, and only the answers to the last one are heard", () => {
  const hears = handlers();
  const thinker = new Thinker("/engine/1/game.json", hears);
  const [worker] = workers;
  assert.deepEqual(worker.orders, [{ type: "load", url: "http://x/engine/1/game.json" }]);
  assert.equal(worker.options.type, "module");
  const first = mock.fn(), second = mock.fn();
  thinker.ask(question, first);
  thinker.ask(question, second);
  worker.say({ type: "ready" });
  assert.equal(hears.ready.mock.callCount(), 1);
  assert.deepEqual(worker.orders.slice(1).map(({ type, id }) => [type, id]), [["ask", 2]]);
  worker.say(answer(1, true));
  worker.say(answer(2, false));
  worker.say(answer(2, true));
  worker.say(answer(2, true));
  assert.equal(first.mock.callCount(), 0);
  assert.equal(second.mock.callCount(), 2, "none after the last one");
});

test("a worker that has died without a word is replaced once, with its question; then the page gives up", () => {
  const hears = handlers();
  const thinker = new Thinker("/engine/1/game.json", hears);
  workers[0].say({ type: "ready" });
  thinker.ask(question, () => {});
  mock.timers.tick(5000);
  workers[0].say(answer(1, false));
  mock.timers.tick(5000);
  assert.equal(workers.length, 1, "it has just reported");
  mock.timers.tick(2000);
  assert.equal(workers.length, 2);
  assert.ok(workers[0].isEnded);
  workers[0].say(answer(1, true));
  workers[1].say({ type: "ready" });
  assert.deepEqual(workers[1].orders.map(({ type }) => type), ["load", "ask"]);
  mock.timers.tick(7000);
  assert.equal(hears.failed.mock.callCount(), 1);
  assert.ok(workers[1].isEnded);
});

test("a search that is done, or stopped, may be silent", () => {
  const hears = handlers();
  const thinker = new Thinker("/engine/1/game.json", hears);
  workers[0].say({ type: "ready" });
  thinker.ask(question, () => {});
  workers[0].say(answer(1, true));
  mock.timers.tick(60_000);
  thinker.ask(question, () => {});
  thinker.stop();
  mock.timers.tick(60_000);
  assert.equal(workers.length, 1);
  assert.deepEqual(workers[0].orders.at(-1), { type: "stop" });
  workers[0].say(answer(2, false));
  assert.equal(hears.failed.mock.callCount(), 0);
});

test("what cannot be loaded fails once: a policy that forbids it, a module that is gone", () => {
  const hears = handlers();
  const thinker = new Thinker("/engine/1/game.json", hears);
  workers[0].say({ type: "failed", text: "CompileError: violates the following Content Security Policy directive" });
  thinker.ask(question, () => assert.fail("nobody thinks"));
  workers[0].onerror({ message: "late" });
  assert.equal(hears.failed.mock.callCount(), 1);
  assert.match(hears.failed.mock.calls[0].arguments[0], /Policy/);
  assert.ok(workers[0].isEnded && workers.length === 1);
});

test("a browser without WebAssembly makes no worker, and says so later", () => {
  const { WebAssembly } = globalThis;
  delete globalThis.WebAssembly;
  try {
    const hears = handlers();
    new Thinker("/engine/1/game.json", hears);
    assert.equal(hears.failed.mock.callCount(), 0);
    mock.timers.tick(1);
    assert.equal(hears.failed.mock.callCount(), 1);
    assert.equal(workers.length, 0);
  } finally {
    globalThis.WebAssembly = WebAssembly;
  }
});

test("a question has the bytes of the server", () => {
  assert.deepEqual(questionOf({ request: btoa("\x01\xff\x00"), moves: {} }, { nodes: 5 }), { request: Uint8Array.of(1, 255, 0), settings: { nodes: 5 } });
});
