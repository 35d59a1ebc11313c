// The connection: one socket, pings, and a return after every loss.  Only pongs count: an open socket may be dead.

/** @typedef {import("./messages").Request} Request */
/** @typedef {import("./messages").Reply} Reply */
/** @typedef {Extract<Request, {n: number}>} Counted */

/** What may be said twice: the server knows it again by its version of the position. */
const RESENT = new Set(["do", "throw", "undo", "resign"]);
const PING_MS = 2500;
const DEAD_MS = 8000;
const LONGEST_WAIT_MS = 30000;

export class Link {
  /**
   * @param {string} url
   * @param {{hello: () => Request[], receive: (message: Reply) => void, state: (on: boolean) => void}} owner
   */
  constructor(url, owner) {
    this.url = url;
    this.owner = owner;
    /** @type {WebSocket | undefined} */
    this.socket = undefined;
    this.tries = 0;
    this.rtt = 0;
    this.heard = 0;
    this.n = Math.floor(performance.timeOrigin % 1e6) * 1000;
    /** Messages that are neither acknowledged nor refused. @type {Map<number, Counted>} */
    this.open = new Map();
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    setInterval(() => this.#ping(), PING_MS);
    addEventListener("online", () => this.connect());
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible" && !this.#isFresh()) this.connect();
    });
  }

  #isFresh() {
    return this.socket?.readyState === WebSocket.OPEN && performance.now() - this.heard < DEAD_MS;
  }

  /** Connect, giving up a socket that is there. */
  connect() {
    clearTimeout(this.timer);
    const old = this.socket;
    if (old) old.onopen = old.onclose = old.onmessage = null;
    old?.close();
    const socket = new WebSocket(this.url);
    this.socket = socket;
    this.heard = performance.now();
    socket.onopen = () => {
      this.tries = 0;
      this.heard = performance.now();
      this.owner.state(true);
      const again = [...this.open.values()].filter((message) => RESENT.has(message.type));
      for (const message of [...this.owner.hello(), ...again]) this.send(message);
      this.#ping();
    };
    socket.onmessage = (event) => this.#receive(JSON.parse(event.data));
    socket.onclose = () => this.#lost(Math.min(LONGEST_WAIT_MS, 400 * 2 ** this.tries++) * (0.7 + Math.random() * 0.6));
  }

  /** @param {number} wait */
  #lost(wait) {
    this.owner.state(false);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.connect(), wait);
  }

  /** Send what needs no answer kept. @param {Request} message */
  send(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /** Send what must arrive: kept and sent again until it is answered. @param {(n: number) => Counted} make @returns {number} */
  ask(make) {
    const message = make(++this.n);
    this.open.set(message.n, message);
    this.send(message);
    return message.n;
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
    this.owner.receive(message);
  }

  #ping() {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    if (performance.now() - this.heard > DEAD_MS) {
      this.owner.state(false);
      this.connect();
      return;
    }
    const t = performance.now();
    this.send(this.rtt ? { type: "ping", t, rtt: Math.round(Math.min(60000, this.rtt) * 10) / 10 } : { type: "ping", t });
  }
}
