import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { LocalReport, packed } from "../../src/charkoni/web/client/study/local_report.js";

const real = {};
/** What each search was asked: the request and the settings. */
let asked = [];
/** After how many answers the worker fails, and how it answers. */
let failsAfter = Infinity;
class FakeWorker {
  postMessage(order) {
    if (order.type === "load") queueMicrotask(() => this.onmessage({ data: { type: "ready" } }));
    if (order.type !== "ask") return;
    asked.push([order.request[0], order.settings]);
    const rows = [{ code: 5, value: 1.00001, line: [5] }, { code: 6, value: 0.25, line: [6, 7, 8, 9, 10, 11, 12, 13, 14] }];
    const data = asked.length > failsAfter ? { type: "failed", text: "gone" } : { type: "answer", id: order.id, isDone: true, seconds: 1, code: -1, value: 0, depth: 3, nodes: 9, rows };
    queueMicrotask(() => this.onmessage({ data }));
  }
  terminate() {}
}

beforeEach(() => {
  asked = [];
  failsAfter = Infinity;
  for (const name of ["Worker", "location"]) real[name] = globalThis[name];
  globalThis.Worker = FakeWorker;
  globalThis.location = { href: "http://x/analysis/1" };
});
afterEach(() => { Object.assign(globalThis, real); });

/** A report of a game whose last position is its end, and everything that it has shown. */
function report(plies, more = {}) {
  const shown = [], moved = [], firsts = [];
  let failures = 0;
  const requests = Array.from({ length: plies + 1 }, (_, ply) => (ply < plies ? btoa(String.fromCharCode(ply + 1)) : ""));
  const made = new LocalReport({
    ask: async (first) => {
      firsts.push(first);
      return { engine: "/engine/1/game.json", plies, outline: 500, requests: requests.slice(first, first + 2) };
    },
    show: async (found, isWhole) => { shown.push([JSON.parse(found), isWhole]); },
    moved: (done, places) => moved.push([done, places]),
    failed: () => { failures += 1; },
    ...more,
  });
  return { made, shown, moved, firsts, failures: () => failures };
}

test("a curve of all positions comes first, then row after row, and at last the whole", async () => {
  const { made, shown, moved, firsts } = report(3);
  await made.run();
  assert.deepEqual(firsts, [0, 2]);
  const outline = { nodes: 500, lines: 1 };
  assert.deepEqual(asked, [[1, outline], [2, outline], [3, outline], [1, {}], [2, {}], [3, {}]]);
  assert.deepEqual(moved.map(([done]) => done), [1, 2, 3, 4]);
  assert.deepEqual([shown[0][0].outline.length, shown[0][0].rows.length, shown[0][1]], [4, 0, false]);
  const [last, isWhole] = shown.at(-1);
  assert.equal(isWhole, true);
  assert.deepEqual(last.outline, []);
  assert.deepEqual(last.rows[0], [9, [[1, [5]], [0.25, [6, 7, 8, 9, 10, 11, 12, 13]]]], "a value within bounds, a line of eight moves");
  assert.deepEqual(last.rows[3], [0, []], "the end of the game is not searched");
  assert.equal(shown.filter(([, whole]) => whole).length, 1);
});

test("a report that the server answers late is not shown after the whole, and one that is lost does no harm", async () => {
  const answered = [];
  const { made, failures } = report(3, {
    show: async (_, isWhole) => {
      for (let wait = 0; wait < (isWhole ? 0 : 50); wait += 1) await undefined;
      answered.push(isWhole);
      if (answered.length === 2) throw new Error("no connection");
    },
  });
  await made.run();
  assert.deepEqual(answered, [false, false, false, false, true]);
  assert.equal(failures(), 0);
});

test("a search that fails and questions that do not come leave it to the server, once", async () => {
  failsAfter = 2;
  const broken = report(3);
  await broken.made.run();
  assert.equal(broken.failures(), 1);
  assert.ok(!broken.shown.some(([, isWhole]) => isWhole));
  failsAfter = Infinity;
  const mute = report(3, { ask: async () => undefined });
  await mute.made.run();
  assert.equal(mute.failures(), 1);
});

test("a stopped report goes on where it stopped", async () => {
  const { made, shown } = report(4, {
    moved: (done) => { if (done === 2 && asked.length < 7) made.stop(); },
  });
  await made.run();
  assert.equal(made.found.rows.length, 2);
  assert.ok(!shown.some(([, isWhole]) => isWhole));
  await made.run();
  assert.equal(made.found.rows.length, 5);
  assert.deepEqual(asked.map(([ply]) => ply), [1, 2, 3, 4, 1, 2, 3, 4]);
  assert.ok(shown.at(-1)[1]);
});

test("what is sent fits into a request, whatever the length of the game", () => {
  const row = [20_000, [[0.51234, [1001, 1002, 1003, 1004, 1005, 1006, 1007, 1008]], [0.4, [5, 6, 7]], [0.3, [8]]]];
  const few = { outline: [], rows: [row] };
  assert.deepEqual(JSON.parse(packed(few)), few);
  const rows = Array.from({ length: 1001 }, () => row);
  const text = packed({ outline: rows, rows });
  assert.ok(text.length < 64_000, String(text.length));
  assert.equal(JSON.parse(text).rows.length, 1001);
});
