// The page of text of a table whose dice are not ready: gives the seeds of this browser, then loads the page again.

import { Connection } from "../lib/connection.js";
import { part } from "../lib/elements.js";
import { giveSeeds } from "./dice.js";

/** @typedef {import("../messages").Reply} Reply */

const { g = "", lang = "en" } = part("dice-state").dataset;
/** The moves so far. @type {[string, number][]} */
let log = [];

const connection = new Connection(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`, {
  hello: () => [{ type: "hello", g, lang: /** @type {import("../messages").Lang} */ (lang) }],
  receive: (message) => receive(message),
  state: () => undefined,
});

/** @param {Reply} message */
function receive(message) {
  if (message.type === "view") log = message.log;
  if (message.type !== "view" && message.type !== "table") return;
  const { dice, status } = message.table;
  void giveSeeds(g, message.table, log, connection).then(() => {
    if (dice?.stage === "ready" || status.state !== "open") location.reload();
  });
}

connection.connect();
