import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { events } from "./browser_events.mjs";
import {} from "../../src/charkoni/web/client/engine/worker.js";

// A driver in place of that of the search: it counts its calls, and ends after so many nodes as the request says.
const driver = `export class Engine {
  static async load(manifest, code) {
    if (code.byteLength !== manifest.size) throw new Error("the module is not that of its manifest");
    if (manifest.memory > 1000) throw new RangeError("WebAssembly.Memory.grow(): Maximum memory size exceeded");
    return new Engine();
  }
  begin(request, settings) {
    if (request.length === 0) throw new Error("the path is too long");
    this.nodes = 0;
    this.end = settings.nodes || Infinity;
    globalThis.begun.push(settings);
  }
  step(nodes) {
    this.nodes += nodes;
    return this.nodes >= this.end;
  }
  answer() { return { code: 7, value: 0.5, depth: 3, nodes: this.nodes, rows: [] }; }
}`;
const files = {
  "/engine/1/game.json": () => ({ ok: true, json: async () => ({ size: 4, memory: 10 }) }),
  "/engine/1/game.wasm": () => ({ ok: true, arrayBuffer: async () => new ArrayBuffer(4) }),
  "/engine/2/game.json": () => ({ ok: true, json: async () => ({ size: 5, memory: 10 }) }),
  "/engine/2/game.wasm": () => ({ ok: true, arrayBuffer: async () => new ArrayBuffer(4) }),
  "/engine/3/game.json": () => ({ ok: true, json: async () => ({ size: 4, memory: 5000 }) }),
  "/engine/3/game.wasm": () => ({ ok: true, arrayBuffer: async () => new ArrayBuffer(4) }),
};
const channels = [];
let heard = [];
let tell = () => {};

/** Send an order, as a page does. */
function order(data) {
  const event = new Event("message");
  event.data = data;
  events.dispatchEvent(event);
}

/** The next message of the worker for which a condition holds. */
async function next(fits) {
  for (;;) {
    const found = heard.find(fits);
    if (found) return found;
    await new Promise((resolve) => { tell = resolve; });
  }
}

before(() => {
  globalThis.begun = [];
  const { MessageChannel } = globalThis;
  globalThis.MessageChannel = class extends MessageChannel {
    constructor() {
      super();
      channels.push(this);
    }
  };
  globalThis.self = { postMessage: (message) => { heard.push(message); tell(); } };
  globalThis.fetch = async (address) => files[new URL(address).pathname]?.() ?? { ok: false, status: 404 };
});

after(() => { for (const { port1 } of channels) port1.close(); }); // Node would wait for messages

beforeEach(() => {
  heard = [];
  globalThis.begun.length = 0;
});

/** Let the worker load a search; its driver stands beside the manifest, from where Node would not import it. */
async function load(number) {
  const { URL } = globalThis;
  globalThis.URL = class extends URL {
    constructor(path, base) {
      if (path === "engine.js") super(`data:text/javascript,${encodeURIComponent(driver)}`);
      else super(path, base);
    }
  };
  order({ type: "load", url: `http://x/engine/${number}/game.json` });
  globalThis.URL = URL;
  return next((message) => message.type === "ready" || message.type === "failed");
}

test("a budget is searched to its end in slices, and the answer says that it is done", async () => {
  assert.deepEqual(await load(1), { type: "ready" });
  order({ type: "ask", id: 1, request: new Uint8Array(3), settings: { nodes: 1000 } });
  const answer = await next((message) => message.isDone);
  assert.equal(answer.id, 1);
  assert.equal(answer.code, 7);
  assert.ok(answer.nodes >= 1000 && answer.nodes < 2000, "slices begin small");
  assert.deepEqual(globalThis.begun, [{ nodes: 1000 }]);
});

test("a search without end reports until another question comes, and no more after it", async () => {
  await load(1);
  order({ type: "ask", id: 2, request: new Uint8Array(3), settings: {} });
  const first = await next((message) => message.type === "answer");
  assert.deepEqual([first.id, first.isDone], [2, false]);
  order({ type: "ask", id: 3, request: new Uint8Array(3), settings: { nodes: 10 } });
  await next((message) => message.id === 3);
  heard = [];
  await new Promise((resolve) => { setTimeout(resolve, 400); });
  assert.deepEqual(heard, []);
});

test("a stopped search is silent", async () => {
  await load(1);
  order({ type: "ask", id: 4, request: new Uint8Array(3), settings: {} });
  order({ type: "stop" });
  await new Promise((resolve) => { setTimeout(resolve, 400); });
  assert.deepEqual(heard.filter((message) => message.type === "answer"), []);
});

test("a module of another version, one that is gone, and too little memory are failures", async () => {
  assert.match((await load(2)).text, /not that of its manifest/);
  heard = [];
  assert.match((await load(3)).text, /memory/i);
  heard = [];
  assert.match((await load(9)).text, /404/);
});

test("a request that does not fit is a failure, and none before the search is there", async () => {
  await load(1);
  heard = [];
  order({ type: "ask", id: 5, request: new Uint8Array(0), settings: {} });
  assert.match((await next((message) => message.type === "failed")).text, /too long/);
});
