// The rare actions of a table, fetched on demand: offers, resignation, phrases, sharing, typed moves.

import { part } from "../lib/elements.js";
import { movesBelow } from "../board/trie.js";

/** @typedef {import("./context").TableContext} TableContext */
/** @typedef {import("../messages").OfferKind} OfferKind */

/** Offer a draw, a takeback or a rematch. @param {TableContext} table @param {string} kind an `OfferKind` */
export function offer({ g, connection }, kind) {
  connection.request((n) => ({ type: "offer", g, n, kind: /** @type {OfferKind} */ (kind) }));
}

/** Accept an offer. @param {TableContext} table @param {string} kind an `OfferKind` */
export function accept({ g, connection }, kind) {
  connection.request((n) => ({ type: "answer", g, n, kind: /** @type {OfferKind} */ (kind), yes: true }));
}

/** Decline an offer, or withdraw one's own. @param {TableContext} table @param {string} kind */
export function decline({ g, connection }, kind) {
  connection.request((n) => ({ type: "answer", g, n, kind: /** @type {OfferKind} */ (kind), yes: false }));
}

/** Claim the game of an absent opponent. @param {TableContext} table */
export function claim({ g, connection }) {
  connection.request((n) => ({ type: "claim", g, n }));
}

/** Resign, or call the game off before its second ply; asks first. @param {TableContext} table */
export function resign({ g, connection, words, panels, now, ownSeats }) {
  const own = ownSeats();
  const turn = now()?.table.status.turn ?? -1;
  const seat = own.includes(turn) ? turn : own[0];
  const early = now()?.table.can.includes("call-off");
  panels.confirm(words[early ? "call-off-sure" : "resign-sure"], words[early ? "call-off" : "resign"], () => {
    if (seat !== undefined) connection.request((n) => ({ type: "resign", g, n, seat }));
  });
}

/** Open the guide: aim, signs, counters, and the way to lessons and rules. */
export async function guide() {
  const { openGuide } = await import("./guide.js");
  await openGuide();
}

/** Send a preset phrase. @param {TableContext} table @param {string} phrase a `Phrase` */
export function sendPhrase({ g, connection }, phrase) {
  connection.request((n) => ({ type: "chat", g, n, phrase: /** @type {import("../messages").Phrase} */ (phrase) }));
}

/** Open the dialog of links and texts to share, and fetch its content. @param {TableContext} table */
export async function share({ g, tree, words, panels }) {
  panels.dialog("share");
  const tools = await import("./sharing.js");
  await tools.fillShareDialog(g, tree.isPast ? tree.ply : undefined, words);
}

/** Copy a text to the clipboard. @param {TableContext} table @param {string} text */
export async function copy({ panels, words }, text) {
  panels.dialog("menu", false);
  panels.dialog("share", false);
  try {
    await navigator.clipboard.writeText(text);
    panels.toast(words.copied);
  } catch {
    panels.toast(text); // without a clipboard the text is shown
  }
}

/** Copy the link that opens the visitor's seat on another device. @param {TableContext} table */
export function device(table) {
  void copy(table, `${location.origin}/s/${table.now()?.table.seats.find((seat) => seat.you)?.key ?? ""}`);
}

/** Play the typed move, or fetch the reason of its refusal. @param {TableContext} table */
export function typed({ g, now, input, panels, connection, play }) {
  const at = now();
  const field = /** @type {HTMLInputElement} */ (part("type-move"));
  const text = field.value.trim();
  part("type-error").textContent = "";
  if (!at || !input.trie || !text) return;
  if (movesBelow(input.trie).includes(text)) {
    field.value = "";
    panels.dialog("type", false);
    input.cancel();
    play(text);
  } else connection.send({ type: "why", g, v: at.v, prefix: [], zone: "", m: text });
}
