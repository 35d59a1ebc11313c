// The search of a computer's moves on this device, where its person plays alone; the server asks and checks.

import { Thinker, questionOf } from "../engine/thinker.js";

/** @typedef {import("../messages").Think} Think */

/** After so long the server searches by itself. */
const DEADLINE_S = 2;

/** Searches for the computers of a table. */
export class Device {
  /** @param {string} url of the search @param {string} g @param {import("../lib/connection.js").Connection} connection */
  constructor(url, g, connection) {
    this.g = g;
    this.connection = connection;
    this.isSlow = false;
    this.thinker = new Thinker(url, { ready: () => this.announce(), failed: () => this.announce() });
    document.addEventListener("visibilitychange", () => this.announce());
  }

  /** Say whether this page can search now: with each view, and when that changes. */
  announce() {
    const { g, thinker } = this;
    if (!thinker.isReady) return;
    this.connection.send({ type: "thinks", g, on: !thinker.hasFailed && !this.isSlow && !document.hidden });
  }

  /** Search, and answer with a move. @param {Think} message */
  think(message) {
    const { g, v, moves } = message;
    this.thinker.ask(questionOf(message), (report) => {
      if (!report.isDone) return;
      this.isSlow = report.seconds > DEADLINE_S;
      this.connection.request((n) => ({ type: "thought", g, v, n, m: moves[String(report.code)] ?? "" }));
    });
  }
}
