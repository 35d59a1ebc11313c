// The connection to the server: one socket, kept alive by pings and reopened after every loss.
// Only messages prove that it is alive: a socket may be open and dead.

/** @typedef {import("../messages").Request} Request */
/** @typedef {import("../messages").Reply} Reply */
/** @typedef {Extract<Request, {n: number}>} Counted */

/** Requests sent again after a loss: the server recognises them by their version of the position. */
const RESENT = new Set(["do", "throw", "promise", "reveal", "undo", "resign"]);
const PING_MS = 2500;
const DEAD_MS = 8000;
/** The longest waits before a new socket: while a server starts again, and when it has been away for a minute. */
const SOON_MS = 3000;
const LATE_MS = 30000;
const SOON_FAILURES = 20;
/** How often it is looked whether all responses have come. */
const SETTLED_MS = 50;
/** How long a refusal is shown on a page that is to be left. */
const READ_MS = 2500;

/** @param {Counted} message */
function isResent(message) {
  return RESENT.has(message.type);
}

/** A connection that is restored after a loss; requests survive it. */
export class Connection {
  /**
   * @param {string} url
   * @param {{hello: () => Request[], receive: (message: Reply) => void, state: (on: boolean) => void}} handlers hello: the first messages on every socket
   */
  constructor(url, handlers) {
    this.url = url;
    this.handlers = handlers;
    /** @type {WebSocket | undefined} */
    this.socket = undefined;
    this.failures = 0;
    /** The last round trip, in ms; 0 before the first. */
    this.rtt = 0;
    /** When the last message came, in ms of `performance.now`. */
    this.heard = 0;
    this.n = Math.floor(performance.timeOrigin % 1e6) * 1000;
    /** Requests neither acknowledged nor refused, by their number. @type {Map<number, Counted>} */
    this.open = new Map();
    /** When something was refused last, in ms of `performance.now`. */
    this.refused = -READ_MS;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    setInterval(() => this.#ping(), PING_MS);
    addEventListener("online", () => this.connect());
    addEventListener("leaving", (event) => void /** @type {CustomEvent<Promise<unknown>[]>} */ (event).detail.push(this.settled()));
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible" && !this.#isFresh()) this.connect();
    });
  }

  #isFresh() {
    return this.socket?.readyState === WebSocket.OPEN && performance.now() - this.heard < DEAD_MS;
  }

  /** Open a socket in place of the one that is there. */
  connect() {
    clearTimeout(this.timer);
    const old = this.socket;
    if (old) old.onopen = old.onclose = old.onmessage = null;
    old?.close();
    const socket = new WebSocket(this.url);
    this.socket = socket;
    this.heard = performance.now();
    socket.onopen = () => {
      this.failures = 0;
      this.heard = performance.now();
      this.handlers.state(true);
      const again = [...this.open.values()].filter(isResent);
      for (const message of [...this.handlers.hello(), ...again]) this.send(message);
      this.#ping();
    };
    socket.onmessage = (event) => this.#receive(JSON.parse(event.data));
    socket.onclose = () => {
      const longest = this.failures < SOON_FAILURES ? SOON_MS : LATE_MS;
      this.#lost(Math.min(longest, 400 * 2 ** this.failures++) * (0.7 + Math.random() * 0.6));
    };
  }

  /** Connect again after some ms. @param {number} wait */
  #lost(wait) {
    this.handlers.state(false);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.connect(), wait);
  }

  /** Send a message that may be lost. @param {Request} message */
  send(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /** Send a message that must arrive: it is kept until its response has come. @param {(n: number) => Counted} make called with its number @returns {number} the number */
  request(make) {
    const message = make(++this.n);
    this.open.set(message.n, message);
    this.send(message);
    if (this.socket?.readyState !== WebSocket.OPEN) this.handlers.state(false);
    return message.n;
  }

  /** Whether a move or throw in a version of the position is on its way. @param {number} v */
  awaits(v) {
    return [...this.open.values()].some((message) => (message.type === "do" || message.type === "throw") && message.v === v);
  }

  /** Wait until every request that is sent again after a loss has its response, and a refusal could be read. @returns {Promise<void>} */
  async settled() {
    while ([...this.open.values()].some(isResent) || performance.now() - this.refused < READ_MS) {
      await new Promise((resolve) => { setTimeout(resolve, SETTLED_MS); });
    }
  }

  /** @param {Reply} message */
  #receive(message) {
    this.heard = performance.now();
    if (message.type === "pong") {
      this.rtt = performance.now() - message.t;
      return;
    }
    if (message.type === "bye") {
      this.socket?.close();
      return;
    }
    if ((message.type === "ack" || message.type === "nack" || message.type === "hint") && message.n !== undefined) {
      this.open.delete(message.n);
    }
    if (message.type === "nack") this.refused = performance.now();
    this.handlers.receive(message);
  }

  #ping() {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    if (performance.now() - this.heard > DEAD_MS) {
      this.handlers.state(false);
      this.connect();
      return;
    }
    const t = performance.now();
    this.send(this.rtt ? { type: "ping", t, rtt: Math.round(Math.min(60000, this.rtt) * 10) / 10 } : { type: "ping", t });
  }
}
