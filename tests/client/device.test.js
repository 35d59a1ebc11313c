import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { Device } from "../../src/charkoni/web/client/table/device.js";

let worker;
let sent = [];
const real = {};
class FakeWorker {
  constructor() { worker = this; this.orders = []; }
  postMessage(order) { this.orders.push(order); }
  terminate() {}
  say(data) { this.onmessage({ data }); }
}
const connection = {
  n: 0,
  open: new Map(),
  send: (message) => sent.push(message),
  request(make) { sent.push(make((this.n += 1))); },
};
const words = { "waits-own": "Your move {move} is kept", "waits-found": "The computer has chosen {move}" };
const question = { type: "think", g: "g", v: 3, request: btoa("abc"), moves: { 4: "e5", 9: "x" } };
const answer = (id, more) => ({ type: "answer", id, isDone: true, seconds: 0.2, code: 4, value: 0.5, depth: 2, nodes: 9, rows: [], ...more });

beforeEach(() => {
  sent = [];
  connection.n = 0;
  for (const name of ["Worker", "document", "location"]) real[name] = globalThis[name];
  globalThis.Worker = FakeWorker;
  globalThis.location = { href: "http://x/g/1" };
  globalThis.document = Object.assign(new EventTarget(), { hidden: false });
  mock.timers.enable({ apis: ["setTimeout"] });
});
afterEach(() => {
  Object.assign(globalThis, real);
  mock.timers.reset();
});

test("the page says that it can search when the module is there, and when it is hidden or shown", () => {
  const device = new Device("/engine/1/game.json", "g", connection, words);
  device.announce();
  assert.deepEqual(sent, []);
  worker.say({ type: "ready" });
  for (const hidden of [true, false]) {
    globalThis.document.hidden = hidden;
    globalThis.document.dispatchEvent(new Event("visibilitychange"));
  }
  device.announce();
  assert.deepEqual(sent.map(({ type, g, on }) => [type, g, on]), [["thinks", "g", true], ["thinks", "g", false], ["thinks", "g", true], ["thinks", "g", true]]);
});

test("the code of the search becomes a move by the list that came with the position", () => {
  const device = new Device("/engine/1/game.json", "g", connection, words);
  worker.say({ type: "ready" });
  sent = [];
  device.think(question);
  worker.say(answer(1, { isDone: false, code: -1 }));
  assert.deepEqual(sent, [], "it is not done yet");
  worker.say(answer(1));
  assert.deepEqual(sent, [{ type: "thought", g: "g", v: 3, n: 1, m: "e5" }]);
});

test("a search without a choice, or with a code of no move, answers that it has none", () => {
  const device = new Device("/engine/1/game.json", "g", connection, words);
  worker.say({ type: "ready" });
  for (const code of [-1, 77]) {
    sent = [];
    device.think(question);
    worker.say(answer(device.thinker.id, { code }));
    assert.equal(sent[0].m, "");
  }
});

test("a device that was slow says that it cannot search", () => {
  const device = new Device("/engine/1/game.json", "g", connection, words);
  worker.say({ type: "ready" });
  device.think(question);
  worker.say(answer(1, { seconds: 2.5 }));
  sent = [];
  device.announce();
  assert.deepEqual(sent.map(({ on }) => on), [false]);
});

test("a search that fails is said to be over", () => {
  new Device("/engine/1/game.json", "g", connection, words);
  worker.say({ type: "ready" });
  worker.say({ type: "failed", text: "out of memory" });
  assert.deepEqual(sent.map(({ on }) => on), [true, false]);
});

test("without a connection it is said what waits: the own move, and what the search has found meanwhile", () => {
  const device = new Device("/engine/1/game.json", "g", connection, words);
  worker.say({ type: "ready" });
  assert.equal(device.waiting("Lost"), "Lost");
  device.think(question);
  worker.say(answer(1));
  assert.equal(device.waiting("Lost"), "Lost. The computer has chosen e5");
  connection.open.set(4, { type: "do", m: "a1" });
  assert.equal(device.waiting("Lost"), "Lost. Your move a1 is kept. The computer has chosen e5");
  connection.open.clear();
  device.announce(); // a view has come
  assert.equal(device.waiting("Lost"), "Lost");
});
