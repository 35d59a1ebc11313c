// The worker of a page: it loads the search of a game and thinks about one question at a time.

/** @typedef {import("../../../search/engine").Engine} Engine */
/** @typedef {import("./question").Question} Question */
/** @typedef {import("./question").Heard} Heard */
/** @typedef {{type: "load", url: string} | ({type: "ask", id: number} & Question) | {type: "stop"}} Order */

/** How long a slice of a search lasts: after each of them it can be stopped. */
const SLICE_MS = 25;
const REPORT_MS = 250;
const FIRST_NODES = 200;
const MOST_NODES = 1 << 22;

/** @type {Engine | undefined} */
let engine;
/** The number of the question that is thought about, 0 for none. */
let current = 0;

/** @param {Heard} message */
const tell = (message) => self.postMessage(message);

addEventListener("message", ({ data }) => {
  const order = /** @type {Order} */ (data);
  current = order.type === "ask" ? order.id : 0;
  const work = order.type === "load" ? load(order.url) : order.type === "ask" ? think(order) : Promise.resolve();
  work.catch((error) => tell({ type: "failed", text: String(error) }));
});

/** @param {string} url of the manifest */
async function load(url) {
  const driver = new URL("engine.js", url).href;
  const [manifest, code, { Engine }] = await Promise.all([
    fetched(url).then((answer) => answer.json()),
    fetched(url.replace(/json$/, "wasm")).then((answer) => answer.arrayBuffer()),
    import(driver),
  ]);
  engine = await Engine.load(manifest, code);
  tell({ type: "ready" });
}

/** @param {string} url */
async function fetched(url) {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  return answer;
}

/** Search slice by slice, and report what has been found. @param {{id: number} & Question} asked */
async function think({ id, request, settings }) {
  if (!engine) throw new Error("asked before the search was there");
  const began = performance.now();
  engine.begin(request, settings);
  let nodes = FIRST_NODES, reported = began, isDone = false;
  while (!isDone) {
    const from = performance.now();
    isDone = engine.step(nodes);
    const now = performance.now();
    nodes = Math.round(nodes * Math.min(2, Math.max(0.25, SLICE_MS / Math.max(now - from, 0.1))));
    nodes = Math.min(Math.max(nodes, FIRST_NODES), MOST_NODES);
    if (isDone || now - reported > REPORT_MS) {
      reported = now;
      tell({ type: "answer", id, isDone, seconds: (now - began) / 1000, ...engine.answer() });
    }
    await turn();
    if (current !== id) return;
  }
}

/** @type {MessageChannel | undefined} */
let channel;
let resolveTurn = () => {};

/** Let messages come in; a timer would wait four ms each time. @returns {Promise<void>} */
function turn() {
  if (!channel) {
    channel = new MessageChannel();
    channel.port1.onmessage = () => resolveTurn();
  }
  const { port2 } = channel;
  return new Promise((resolve) => {
    resolveTurn = resolve;
    port2.postMessage(0);
  });
}
