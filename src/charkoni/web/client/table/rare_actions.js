// The actions of a table that are not needed at once, fetched on demand: offers, resignation, phrases, sharing, dialogs.

import { make, part } from "../lib/elements.js";
import { movesBelow, subtree, taps } from "../board/trie.js";

/** @typedef {import("./context").TableContext} TableContext */
/** @typedef {import("../messages").OfferKind} OfferKind */

/** What the buttons and keys do, by the name of the action. @type {Record<string, (table: TableContext, value: string) => void>} */
export const RARE_ACTIONS = {
  draw: ({ g, connection, words, panels }) => confirm(panels, words["draw-sure"], words["draw"], () => offer({ g, connection }, "draw")),
  takeback: (table) => offer(table, "takeback"),
  rematch: (table) => offer(table, "rematch"),
  yes: (table, value) => answer(table, value, true),
  no: (table, value) => answer(table, value, false),
  claim: ({ g, connection }) => void connection.request((n) => ({ type: "claim", g, n })),
  resign,
  "call-off": resign,
  say: ({ g, connection }, value) => void connection.request((n) => ({ type: "chat", g, n, phrase: /** @type {import("../messages").Phrase} */ (value) })),
  flip: ({ now, turn }) => {
    const present = now();
    if (present) turn((present.bottom + 1) % present.table.seats.length);
  },
  moves: listMoves,
  repeat: (table) => void repeat(table),
  play: ({ panels, input, play }, value) => {
    panels.dialog("moves", false);
    input.cancel();
    if (taps(input.trie, value)) play(value);
  },
  clocks: ({ panels, now }) => panels.showSentence((now()?.table.seats ?? []).map(clockOf).join(" · ")),
  plan: ({ tree, panels, words }) => {
    panels.toast(words.plan);
    void tree.walk().then((walk) => walk.plan());
  },
  settings: ({ panels }) => {
    void import("../lib/forms.js");
    panels.dialog("settings");
  },
  copy: (table, value) => void copy(table, value),
  share: (table) => void share(table),
  print: ({ panels }) => {
    panels.dialog("share", false);
    print();
  },
  device: (table) => void copy(table, `${location.origin}/s/${table.now()?.table.seats.find((seat) => seat.you)?.key ?? ""}`),
  type: ({ panels }) => panels.dialog("type"),
  typed,
  help: ({ panels }) => panels.dialog("help"),
  guide: () => void import("./guide/guide.js").then(({ openGuide }) => openGuide()),
};

/** Offer a draw, a takeback or a rematch. @param {Pick<TableContext, "g" | "connection">} table @param {OfferKind} kind */
function offer({ g, connection }, kind) {
  connection.request((n) => ({ type: "offer", g, n, kind }));
}

/** Accept an offer or decline it; one's own is withdrawn. @param {TableContext} table @param {string} kind an `OfferKind` @param {boolean} yes */
function answer({ g, connection }, kind, yes) {
  connection.request((n) => ({ type: "answer", g, n, kind: /** @type {OfferKind} */ (kind), yes }));
}

/** Resign, or call the game off before its second ply; asks first. @param {TableContext} table */
function resign({ g, connection, words, panels, now, ownSeats }) {
  const own = ownSeats();
  const turn = now()?.table.status.turn ?? -1;
  const seat = own.includes(turn) ? turn : own[0];
  const early = now()?.table.can.includes("call-off");
  confirm(panels, words[early ? "call-off-sure" : "resign-sure"], words[early ? "call-off" : "resign"], () => {
    if (seat !== undefined) connection.request((n) => ({ type: "resign", g, n, seat }));
  });
}

/** Ask before an action that cannot be undone. @param {TableContext["panels"]} panels @param {string} text @param {string} yes @param {() => void} then */
function confirm(panels, text, yes, then) {
  part("confirm-text").textContent = text;
  const button = part("confirm-yes");
  button.textContent = yes;
  button.onclick = () => {
    panels.dialog("confirm", false);
    then();
  };
  panels.dialog("confirm");
}

/** Show the last ply once more. @param {TableContext} table */
async function repeat({ now, latest, tree, animator, input, panels }) {
  const at = now()?.v;
  const last = latest() ?? (await tree.walk().then((walk) => walk.last()));
  /** The present position, unless it has changed or another one is shown. */
  const same = () => (now()?.v === at && !tree.isPast ? now() : undefined);
  if (!last || !same()) return;
  animator.finish();
  input.reset(undefined);
  input.renderer.apply(last.before);
  panels.showSentence(last.say);
  await animator.play(last.change);
  const present = same();
  if (!present) return;
  input.renderer.apply(present.nodes);
  input.reset(present);
}

/** Open the list of possible moves. @param {TableContext} table */
function listMoves({ input, panels }) {
  const moves = movesBelow(subtree(input.trie, input.prefix));
  part("moves-list").replaceChildren(...moves.map((move) => make("button", { "data-act": "play", "data-value": move, class: "chip" }, move)));
  panels.dialog("moves");
}

/** The text of a clock. @param {import("../messages").SeatInfo} seat */
function clockOf(seat) {
  return `${seat.label}: ${document.getElementById(`clock-${seat.seat}`)?.textContent ?? "–"}`;
}

/** Open the dialog of links and texts to share, and fetch its content. @param {TableContext} table */
async function share({ g, tree, words, panels }) {
  panels.dialog("share");
  const tools = await import("./sharing.js");
  await tools.fillShareDialog(g, tree.isPast ? tree.ply : undefined, words);
}

/** Copy a text to the clipboard. @param {TableContext} table @param {string} text */
async function copy({ panels, words }, text) {
  panels.dialog("share", false);
  try {
    await navigator.clipboard.writeText(text);
    panels.toast(words.copied);
  } catch {
    panels.toast(text); // without a clipboard the text is shown
  }
}

/** Play the typed move, or fetch the reason of its refusal. @param {TableContext} table */
function typed({ g, now, input, panels, connection, play }) {
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
