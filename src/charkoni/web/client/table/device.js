// The search of a computer's moves on this device, where its person plays alone; the server asks and checks.

import { Thinker, questionOf } from "../engine/thinker.js";
import { fill } from "../lib/elements.js";

/** @typedef {import("../messages").Think} Think */

/** After so long the server searches by itself. */
const DEADLINE_S = 2;

/** Searches for the computers of a table. */
export class Device {
  /** @param {string} url of the search @param {string} g @param {import("../lib/connection.js").Connection} connection @param {Record<string, string>} words */
  constructor(url, g, connection, words) {
    this.g = g;
    this.connection = connection;
    this.words = words;
    /** What the search has found for the position that it was asked about last, "" before it has. */
    this.found = "";
    this.isSlow = false;
    this.thinker = new Thinker(url, { ready: () => this.announce(), failed: () => this.announce() });
    document.addEventListener("visibilitychange", () => this.announce());
  }

  /** Say whether this page can search now: with each view, and when that changes. */
  announce() {
    const { g, thinker } = this;
    this.found = "";
    if (!thinker.isReady) return;
    this.connection.send({ type: "thinks", g, on: !thinker.hasFailed && !this.isSlow && !document.hidden });
  }

  /** Search, and answer with a move. @param {Think} message */
  think(message) {
    const { g, v, moves } = message;
    this.found = "";
    this.thinker.ask(questionOf(message), (report) => {
      if (!report.isDone) return;
      this.isSlow = report.seconds > DEADLINE_S;
      this.found = moves[String(report.code)] ?? "";
      this.connection.request((n) => ({ type: "thought", g, v, n, m: this.found }));
    });
  }

  /** What waits while the connection is lost. @param {string} lost the sentence that it is */
  waiting(lost) {
    const { connection, found, words } = this;
    const own = [...connection.open.values()].find(({ type }) => type === "do");
    const sentences = [lost];
    if (own && "m" in own) sentences.push(fill(words["waits-own"], { move: String(own.m) }));
    if (found) sentences.push(fill(words["waits-found"], { move: found }));
    return sentences.join(". ");
  }
}
