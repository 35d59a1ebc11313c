import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { Connection } from "../../src/charkoni/web/client/lib/connection.js";

let sockets = [];
const now = { ms: 1000 };

class FakeSocket {
  static OPEN = 1;

  constructor(url) {
    this.url = url;
    this.readyState = 0;
    this.sent = [];
    sockets.push(this);
  }

  send(text) { this.sent.push(JSON.parse(text)); }

  close() {
    this.readyState = 3;
    this.onclose?.();
  }

  open() {
    this.readyState = FakeSocket.OPEN;
    this.onopen();
  }

  receive(message) { this.onmessage({ data: JSON.stringify(message) }); }

  /** The types of what was sent. */
  get types() { return this.sent.map(({ type }) => type); }
}

/** An open connection, and what it has reported. */
function connected() {
  const received = [];
  const states = [];
  const connection = new Connection("ws://x/ws", { hello: () => [{ type: "hello", g: "k1", lang: "en" }], receive: (message) => received.push(message), state: (on) => states.push(on) });
  connection.connect();
  sockets[0].open();
  return { connection, received, states };
}

function pass(ms) {
  now.ms += ms;
  mock.timers.tick(ms);
}

afterEach(() => mock.reset());

beforeEach((t) => {
  mock.reset();
  sockets = [];
  globalThis.WebSocket = FakeSocket;
  globalThis.addEventListener = () => {};
  globalThis.document = { addEventListener: () => {}, visibilityState: "visible" };
  mock.method(performance, "now", () => now.ms);
  mock.method(Math, "random", () => 0.5);
  mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
});

test("a new socket sends hello and pings", () => {
  const { states } = connected();
  assert.deepEqual(sockets[0].types, ["hello", "ping"]);
  assert.deepEqual(states, [true]);
});

test("requests are numbered upwards", () => {
  const { connection } = connected();
  const first = connection.request((n) => ({ type: "do", g: "k1", v: 0, n, m: "a1" }));
  assert.equal(connection.request((n) => ({ type: "undo", g: "k1", v: 1, n })), first + 1);
  assert.deepEqual(sockets[0].sent.slice(2).map(({ n }) => n), [first, first + 1]);
});

test("after a loss unanswered moves are sent again, offers and answered moves are not", () => {
  const { connection, states } = connected();
  const answered = connection.request((n) => ({ type: "do", g: "k1", v: 0, n, m: "a1" }));
  const open = connection.request((n) => ({ type: "do", g: "k1", v: 1, n, m: "a2" }));
  connection.request((n) => ({ type: "offer", g: "k1", n, kind: "draw" }));
  sockets[0].receive({ type: "ack", g: "k1", n: answered });
  sockets[0].close();
  assert.deepEqual(states, [true, false]);
  pass(399);
  assert.equal(sockets.length, 1);
  pass(2);
  sockets[1].open();
  assert.deepEqual(sockets[1].types, ["hello", "do", "ping"]);
  assert.equal(sockets[1].sent[1].n, open);
});

test("failures double the wait up to three seconds, and after a minute up to half a minute", () => {
  connected();
  sockets[0].close();
  const waits = [];
  for (let i = 0; i < 22; i += 1) {
    const before = sockets.length;
    let wait = 0;
    while (sockets.length === before) {
      pass(100);
      wait += 100;
    }
    waits.push(wait);
    sockets.at(-1).close();
  }
  assert.deepEqual(waits, [400, 800, 1600, ...Array(17).fill(3000), 30_000, 30_000]);
});

test("an open socket that stays silent is replaced", () => {
  const { states } = connected();
  for (let i = 0; i < 4; i += 1) pass(2500);
  assert.equal(sockets.length, 2);
  assert.deepEqual(states, [true, false]);
});

test("any message keeps a socket alive", () => {
  connected();
  for (let i = 0; i < 6; i += 1) {
    pass(2500);
    sockets[0].receive({ type: "pong", t: now.ms - 40, server: 0 });
  }
  assert.equal(sockets.length, 1);
  assert.equal(sockets[0].sent.at(-1).rtt, 40);
});

test("pongs and goodbyes are not passed on", () => {
  const { received } = connected();
  sockets[0].receive({ type: "pong", t: now.ms, server: 0 });
  sockets[0].receive({ type: "nack", g: "k1", code: "STALE", text: "" });
  sockets[0].receive({ type: "bye", code: "RESTART", retry: 0 });
  assert.deepEqual(received.map(({ type }) => type), ["nack"]);
  assert.equal(sockets[0].readyState, 3);
});
