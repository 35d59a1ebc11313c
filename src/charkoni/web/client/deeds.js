// What is rarely done at a table: offers, resigning, sharing, typing a move.  Fetched when somebody does it.

import { part } from "./panels.js";
import { moves } from "./trie.js";

/** @typedef {import("./acts.js").Desk} Desk */
/** @typedef {import("./messages").OfferKind} OfferKind */

/** @param {Desk} desk @param {string} kind */
export function offer({ g, link }, kind) {
  link.ask((n) => ({ type: "offer", g, n, kind: /** @type {OfferKind} */ (kind) }));
}

/** @param {Desk} desk @param {string} kind */
export function accept({ g, link }, kind) {
  link.ask((n) => ({ type: "answer", g, n, kind: /** @type {OfferKind} */ (kind), yes: true }));
}

/** Decline an offer, or withdraw one's own. @param {Desk} desk @param {string} kind */
export function decline({ g, link }, kind) {
  link.ask((n) => ({ type: "answer", g, n, kind: /** @type {OfferKind} */ (kind), yes: false }));
}

/** Claim the game of an opponent who has gone. @param {Desk} desk */
export function claim({ g, link }) {
  link.ask((n) => ({ type: "claim", g, n }));
}

/** Resign, or call off a game that has hardly begun. @param {Desk} desk */
export function resign({ g, link, words, panels, now, mine }) {
  const own = mine();
  const turn = now()?.table.status.turn ?? -1;
  const seat = own.includes(turn) ? turn : own[0];
  const early = now()?.table.can.includes("call-off");
  panels.confirm(words[early ? "call-off-sure" : "resign-sure"], words[early ? "call-off" : "resign"], () => {
    if (seat !== undefined) link.ask((n) => ({ type: "resign", g, n, seat }));
  });
}

/** @param {Desk} desk @param {string} phrase */
export function say({ g, link }, phrase) {
  link.ask((n) => ({ type: "chat", g, n, phrase: /** @type {import("./messages").Phrase} */ (phrase) }));
}

/** Open the dialog of what can leave the table; its content is fetched now. @param {Desk} desk */
export async function share({ g, tree, words, panels }) {
  panels.dialog("share");
  const tools = await import("./share.js");
  await tools.share(g, tree.past ? tree.ply : undefined, words);
}

/** @param {Desk} desk @param {string} text */
export async function copy({ panels, words }, text) {
  panels.dialog("menu", false);
  panels.dialog("share", false);
  try {
    await navigator.clipboard.writeText(text);
    panels.toast(words.copied);
  } catch {
    panels.toast(text); // no clipboard here: show it
  }
}

/** Copy the link that takes one's seat to another device. @param {Desk} desk */
export function device(desk) {
  void copy(desk, `${location.origin}/s/${desk.now()?.table.seats.find((seat) => seat.you)?.key ?? ""}`);
}

/** Play what has been typed, or ask why it cannot be played. @param {Desk} desk */
export function typed({ g, now, taps, panels, link, play }) {
  const at = now();
  const input = /** @type {HTMLInputElement} */ (part("type-move"));
  const text = input.value.trim();
  part("type-error").textContent = "";
  if (!at || !taps.trie || !text) return;
  if (moves(taps.trie).includes(text)) {
    input.value = "";
    panels.dialog("type", false);
    taps.cancel();
    play(text);
  } else link.send({ type: "why", g, v: at.v, prefix: [], zone: "", m: text });
}
