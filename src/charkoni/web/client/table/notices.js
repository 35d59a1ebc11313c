// The notices below the board: offers, a claim, an invitation.

import { make, part } from "../lib/elements.js";

/** @typedef {import("../messages").Table} Table */
/** @typedef {Record<string, string>} Words */

/** The cards of all notices of a table. @param {Table} table @param {number[]} ownSeats the seats of this browser @param {Words} words texts by name @returns {HTMLElement[]} */
export function noticeCards(table, ownSeats, words) {
  const over = table.status.state === "over"; // then the card of the end shows offers and the next game
  const made = over ? [] : table.offers.map((offer) => offerCard(offer, ownSeats, words));
  if (table.status.state === "called-off") {
    made.push(make("div", { class: "card result" }, make("p", { class: "verdict" }, table.status.text), make("a", { href: "/", class: "button" }, words["new-game"])));
  }
  if (table.can.includes("claim")) made.push(make("div", { class: "card offer" }, make("p", {}, words.gone), make("button", { "data-act": "claim" }, words.claim)));
  if (table.note) made.push(make("div", { class: "card quiet" }, make("p", {}, table.note)));
  if (table.invite) made.push(inviteCard(table.invite, words));
  return made;
}

/** The card of an offer. @param {Table["offers"][number]} offer @param {number[]} ownSeats @param {Words} words */
export function offerCard(offer, ownSeats, words) {
  const own = ownSeats.includes(offer.seat);
  const asked = offer.waiting.some((seat) => ownSeats.includes(seat));
  const card = make("div", { class: "card offer" }, make("p", {}, words[own ? `offered-${offer.kind}` : `offer-${offer.kind}`]));
  if (asked) card.append(make("button", { "data-act": "yes", "data-value": offer.kind, class: "good" }, words.accept));
  if (asked || own) card.append(make("button", { "data-act": "no", "data-value": offer.kind }, own ? words.withdraw : words.decline));
  return card;
}

/** The address in it is the one for others, which may differ from that of this page. @param {string} invite @param {Words} words */
function inviteCard(invite, words) {
  const { origin } = JSON.parse(part("page").textContent ?? "{}");
  const url = origin + invite;
  // What there is to say about the network, and the way to open this computer to it.
  const note = /** @type {HTMLTemplateElement | null} */ (document.getElementById("network"))?.content.cloneNode(true);
  return make("div", { class: "card invite" },
    make("p", {}, words.invite),
    ...(note ? [note] : []),
    make("img", { src: `${invite}.svg`, alt: words.qr, width: "132", height: "132" }),
    make("input", { readonly: "", value: url, "aria-label": words.link }),
    make("button", { "data-act": "copy", "data-value": url, class: "good" }, words.copy));
}
