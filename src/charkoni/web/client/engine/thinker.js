// The page's side of its worker: one question at a time; a worker that has died is replaced once.

/** @typedef {import("./question").Question} Question */
/** @typedef {import("./question").Report} Report */
/** @typedef {import("./question").Heard} Heard */
/**
 * @typedef {object} Handlers
 * @property {() => void} ready called when the search has been loaded
 * @property {(why: string) => void} failed called once, when this page cannot search
 */

/** A search that reports four times a second and has been silent for so long is dead. */
const SILENT_MS = 6000;
const MOST_STARTS = 2;

/** The search of a game in a worker. */
export class Thinker {
  /** @param {string} url of the manifest of the module @param {Handlers} handlers */
  constructor(url, handlers) {
    this.url = new URL(url, location.href).href;
    this.handlers = handlers;
    this.id = 0;
    this.starts = 0;
    this.isReady = false;
    this.hasFailed = false;
    /** The question that is thought about. @type {{question: Question, heard: (report: Report) => void} | undefined} */
    this.open = undefined;
    /** @type {Worker | undefined} */
    this.worker = undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.#start();
  }

  #start() {
    this.starts += 1;
    this.isReady = false;
    this.worker?.terminate();
    if (typeof WebAssembly !== "object" || typeof Worker !== "function") {
      // Later, as every other failure: whoever makes a thinker has it by then.
      setTimeout(() => this.#fail("no WebAssembly"), 0);
      return;
    }
    const worker = (this.worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" }));
    worker.onmessage = ({ data }) => { if (worker === this.worker) this.#hear(data); };
    worker.onerror = (event) => { if (worker === this.worker) this.#restart(event.message || "the worker has ended"); };
    worker.postMessage({ type: "load", url: this.url });
  }

  /** Think about a question, in place of the one before. @param {Question} question @param {(report: Report) => void} heard called with what is found, again and again until it is done */
  ask(question, heard) {
    this.open = { question, heard };
    this.id += 1;
    if (this.isReady) this.#send();
  }

  #send() {
    if (!this.open) return;
    this.worker?.postMessage({ type: "ask", id: this.id, ...this.open.question });
    this.#watch();
  }

  /** Stop thinking; the worker stays. */
  stop() {
    this.open = undefined;
    this.id += 1;
    clearTimeout(this.timer);
    this.worker?.postMessage({ type: "stop" });
  }

  /** End the worker. */
  end() {
    this.stop();
    this.worker?.terminate();
    this.worker = undefined;
  }

  /** @param {Heard} heard */
  #hear(heard) {
    if (heard.type === "ready") {
      this.isReady = true;
      this.handlers.ready();
      this.#send();
    } else if (heard.type === "failed") this.#fail(heard.text);
    else if (heard.id === this.id && this.open) {
      this.#watch();
      const { heard: tell } = this.open;
      if (heard.isDone) {
        clearTimeout(this.timer);
        this.open = undefined;
      }
      tell(heard);
    }
  }

  /** Wait for the next report; the system may end a worker without a word. */
  #watch() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.#restart("the worker is silent"), SILENT_MS);
  }

  /** @param {string} why */
  #restart(why) {
    if (this.starts >= MOST_STARTS) this.#fail(why);
    else this.#start();
  }

  /** @param {string} why */
  #fail(why) {
    if (this.hasFailed) return;
    this.hasFailed = true;
    this.end();
    this.handlers.failed(why);
  }
}

/** A question from what the server says. @param {import("./question").Asked} asked @param {import("../../../search/engine").Settings} [settings] @returns {Question} */
export function questionOf(asked, settings = {}) {
  return { request: Uint8Array.from(atob(asked.request), (letter) => letter.charCodeAt(0)), settings };
}
