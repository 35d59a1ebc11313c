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

/** Numbers from 0 on, the same for the same seed. */
function* dice(seed, sides) {
  for (let state = seed; ; yield (state >>> 8) % sides) state = (Math.imul(state, 1103515245) + 12345) >>> 0;
}

test("of a version one knows whether a move is on its way, whatever happens to the connection", async () => {
  for (let seed = 1; seed <= 60; seed += 1) {
    sockets = [];
    const { connection } = connected();
    /** The unanswered moves: their versions by number. */
    const open = new Map();
    const draw = dice(seed, 6);
    let isSettled = false;
    for (let step = 0; step < 30; step += 1) {
      const choice = draw.next().value;
      const { socket } = connection;
      if (choice <= 1) open.set(connection.request((n) => ({ type: choice ? "do" : "throw", g: "k1", v: draw.next().value, n, m: "1" })), connection.open.get(connection.n).v);
      else if (choice === 2 && socket.readyState !== 3) socket.close();
      else if (choice === 3 && socket.readyState === 3) pass(9000);
      else if (choice === 4 && socket.readyState === 0) socket.open();
      else if (choice === 5 && socket.readyState === 1 && open.size) {
        const [n] = open.keys();
        open.delete(n);
        socket.receive({ type: draw.next().value ? "ack" : "nack", g: "k1", n });
      }
      for (let v = 0; v < 6; v += 1) assert.equal(connection.awaits(v), [...open.values()].includes(v), `seed ${seed}, version ${v}`);
    }
    pass(2500); // what was refused has been read
    void connection.settled().then(() => { isSettled = true; });
    for (const n of [...open.keys(), undefined]) {
      await Promise.resolve();
      assert.equal(isSettled, open.size === 0, `seed ${seed}`);
      if (n === undefined) break;
      connection.open.delete(n);
      open.delete(n);
      for (let turn = 0; turn < 4; turn += 1) {
        pass(50);
        await new Promise((resolve) => { process.nextTick(resolve); });
      }
    }
  }
});

test("a request that is not sent again after a loss keeps nobody", async () => {
  const { connection } = connected();
  connection.request((n) => ({ type: "chat", g: "k1", n, phrase: "hello" }));
  await connection.settled();
});

test("who is to leave waits for the answer, and can read a refusal", async () => {
  const { connection } = connected();
  const n = connection.request((n) => ({ type: "do", g: "k1", v: 0, n, m: "1" }));
  let isSettled = false;
  void connection.settled().then(() => { isSettled = true; });
  /** After some ms, whether he leaves. */
  const leaves = async (ms) => {
    for (let gone = 0; gone < ms; gone += 50) {
      await new Promise((resolve) => { process.nextTick(resolve); });
      pass(50);
    }
    await new Promise((resolve) => { process.nextTick(resolve); });
    return isSettled;
  };
  assert.equal(await leaves(1000), false);
  sockets[0].receive({ type: "nack", g: "k1", n, code: "NOT_YOUR_TURN", text: "" });
  assert.equal(await leaves(2000), false);
  assert.equal(await leaves(1000), true);
});
