import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { Clock, clockText } from "../../src/charkoni/web/client/table/clock.js";

test("times are formatted by their length", () => {
  const texts = { 0: "0.0", [-5]: "0.0", 8_349: "8.3", 9_999: "9.9", 10_000: "0:10", 10_001: "0:11", 307_000: "5:07", 3_599_500: "1:00:00", 3_723_000: "1:02:03" };
  for (const [ms, text] of Object.entries(texts)) assert.equal(clockText(Number(ms)), text, ms);
});

test("days are told in words of the page's language", () => {
  const speak = (lang) => { globalThis.document = { documentElement: { lang } }; };
  speak("en");
  assert.equal(clockText(2 * 86_400_000 + 3 * 3_600_000 + 5), "2 days 3 hours");
  assert.equal(clockText(86_400_000), "1 day");
  speak("ru");
  assert.equal(clockText(2 * 86_400_000 + 5 * 3_600_000), "2 дня 5 часов");
  speak("tr");
  assert.equal(clockText(14 * 86_400_000), "14 gün");
});

/** A clock whose time is `now.ms`; what it shows and warns of is noted. */
function started(clocks, at = 0) {
  const now = { ms: at };
  mock.method(performance, "now", () => now.ms);
  const shown = [];
  const warned = [];
  const clock = new Clock((seat, text, low, waiting) => { shown[seat] = { text, low, waiting }; }, (seat, limit) => warned.push([seat, limit]));
  clock.set({ kind: "fischer", base: 0, increment: 0, left: [], running: [], ...clocks }, at);
  const pass = (ms) => {
    now.ms += ms;
    clock.render();
  };
  return { clock, shown, warned, pass };
}

test("only running clocks count down", (t) => {
  mock.timers.enable({ apis: ["setTimeout"] });
  t.after(() => mock.reset());
  const { clock, shown, pass } = started({ left: [120_000, 90_000], running: [1] });
  pass(30_000);
  assert.equal(clock.left(0), 120_000);
  assert.equal(clock.left(1), 60_000);
  assert.deepEqual(shown.map(({ text }) => text), ["2:00", "1:00"]);
});

test("a running clock warns once at 60 and once at 10 seconds", (t) => {
  mock.timers.enable({ apis: ["setTimeout"] });
  t.after(() => mock.reset());
  const { warned, pass } = started({ left: [61_000], running: [0] });
  for (const ms of [500, 600, 500, 48_500, 500, 500, 100]) pass(ms);
  assert.deepEqual(warned, [[0, 60_000], [0, 10_000]]);
});

test("a clock whose limit is long past does not warn", (t) => {
  mock.timers.enable({ apis: ["setTimeout"] });
  t.after(() => mock.reset());
  assert.deepEqual(started({ left: [40_000], running: [0] }).warned, []);
});

test("a stopped clock does not warn", (t) => {
  mock.timers.enable({ apis: ["setTimeout"] });
  t.after(() => mock.reset());
  assert.deepEqual(started({ left: [59_900], running: [] }).warned, []);
});

test("a clock that is over waits for the server", (t) => {
  mock.timers.enable({ apis: ["setTimeout"] });
  t.after(() => mock.reset());
  const { shown, pass } = started({ left: [500], running: [0] });
  assert.deepEqual(shown[0], { text: "0.5", low: true, waiting: false });
  pass(600);
  assert.deepEqual(shown[0], { text: "0.0", low: true, waiting: true });
});

test("clocks go on by themselves", (t) => {
  mock.timers.enable({ apis: ["setTimeout"] });
  t.after(() => mock.reset());
  const now = { ms: 0 };
  mock.method(performance, "now", () => now.ms);
  const texts = [];
  const clock = new Clock((_, text) => texts.push(text), () => {});
  clock.set({ kind: "sudden", base: 0, increment: 0, left: [120_000], running: [0] }, 0);
  for (let i = 0; i < 3; i += 1) {
    now.ms += 1010;
    mock.timers.tick(1010);
  }
  assert.deepEqual(texts, ["2:00", "1:59", "1:58", "1:57"]);
});
