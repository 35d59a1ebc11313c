// Made from charkoni/web/live/messages by `python -m charkoni.web.live.messages.typescript`.  Do not edit.

export type OfferKind = "draw" | "takeback" | "rematch";

export type Phrase = "hello" | "luck" | "thanks" | "good-move" | "sorry" | "wait" | "good-game" | "bye";

export type Lang = "ru" | "en" | "tr";

export type Node = [string, string, string, string, string, string];

export type Trie = { [key: string]: Trie | string };

/**
 * An effect of a move, for motion and sound.
 *
 * ids: the nodes that move; to: the zone of each afterwards ("": gone); path: the zones on the way; zone: where it
 * happens; value: the number or text that is shown.
 */
export interface Event {
  kind: string;
  ids?: string[];
  to?: string[];
  path?: string[];
  zone?: string;
  value?: string;
}

/**
 * A seat and its holder.
 *
 * side: seats of equal side win together.  label: the side's name ("Red").  colour: the word in the classes of its
 * pieces ("side-red").  name: of the holder.  you: the receiver holds it.  key: the capability token of an own seat,
 * for a second device: `/s/<key>`.
 */
export interface SeatInfo {
  seat: number;
  side: number;
  label: string;
  colour: string;
  kind: "human" | "computer" | "open";
  name: string;
  online: boolean;
  you: boolean;
  key?: string;
}

/**
 * Clocks in ms.  left: per seat (seats of one person share a clock).  running: the seats whose clock runs now.
 */
export interface Clocks {
  kind: "none" | "sudden" | "fischer" | "daily";
  base: number;
  increment: number;
  left: number[];
  running: number[];
}

/**
 * A labelled number beside the board, of a seat or of the game (null).
 *
 * bar: value, goal and maximum of a bar that shows the number.
 */
export interface Counter {
  seat: number | null;
  label: string;
  value: string;
  bar?: [number, number, number];
}

/**
 * The state of the game.  text: as a sentence ("Red to move", "Draw: by agreement.").
 *
 * turn: the seat that decides, -1 when a throw is due, -2 when the game is over.  thrower: the seat that throws, when
 * a throw is due.  scores (fractions as text, by seat) and reason: when it is over.  called-off: ended without result.
 */
export interface Status {
  state: "waiting" | "open" | "over" | "called-off";
  turn: number;
  text: string;
  thrower?: number;
  scores?: string[];
  reason?: string;
}

/**
 * An open offer: its kind, its seat, and the seats that have not answered yet.
 */
export interface OfferInfo {
  kind: OfferKind;
  seat: number;
  waiting: number[];
}

/**
 * The state of the dice (see docs/dice.md).
 *
 * stage: which secrets are missing.  missing: the seats they are missing from.  commitments: by seat; "" for a seat
 * without one, "-" for one that gives a word.  commitment: the server's, "" before it is made.  faces: the possible
 * throws with their weights.  url: of the document with all public data.
 */
export interface Dice {
  stage: "commit" | "word" | "reveal" | "ready";
  missing: number[];
  commitments: string[];
  commitment: string;
  faces: string;
  url: string;
}

/**
 * The match of which the game is a set.
 *
 * sets: at most.  target: so many points decide it.  set: the number of this one.  points: of both sides, "1½", with
 * this set once it is over.  decided: no set follows.  text: a sentence.
 */
export interface Match {
  sets: number;
  target: number;
  set: number;
  points: string[];
  decided: boolean;
  text: string;
}

/**
 * Everything beside the board.
 *
 * watchers: the number of subscribers without a seat.  can: the actions that are permitted now.  next: the address of
 * the next game.  invite: the address for other players while a seat is open.  note: a sentence to show.
 */
export interface Table {
  seats: SeatInfo[];
  clocks: Clocks;
  status: Status;
  offers: OfferInfo[];
  watchers: number;
  can: ("undo" | "draw" | "takeback" | "rematch" | "resign" | "call-off" | "claim" | "stand-in" | "hint" | "throw")[];
  next?: string;
  invite?: string;
  dice?: Dice;
  match?: Match;
  note?: string;
}

/**
 * The last ply: the move, the seat that made it (-1: a throw), the zones to mark, and a sentence.
 */
export interface LastPly {
  m: string;
  seat: number;
  zones: string[];
  say: string;
}

/**
 * The preview of a move: a sentence and an icon.
 */
export interface Preview {
  say: string;
  icon?: string;
}

/**
 * The common part of `View` and `Ply`: the position for one subscriber.
 *
 * ply: the number of plies played.  zones: a label for every zone.  say: the coach's sentence.  hud: the counters.
 * trie, marks, peeks: only for the seat that decides.  marks: by move its icon, if it has one; absent when there are
 * many moves.  peeks: previews by move, when there are few moves.
 */
export interface BoardReply {
  g: string;
  v: number;
  ply: number;
  zones: { [key: string]: string | null };
  say: string;
  hud: Counter[];
  table: Table;
  trie?: Trie;
  marks?: { [key: string]: string };
  peeks?: { [key: string]: Preview };
  last?: LastPly;
}

/**
 * A whole board: the answer to `hello`, and sent where a delta does not suffice (`cause`).
 *
 * game: its canonical name.  title: its name in words.  scene: address of the static layer (`Scene`), which never
 * changes.  bottom and portrait: the perspective.  log: all moves as [text, seat].
 */
export interface View {
  g: string;
  v: number;
  ply: number;
  zones: { [key: string]: string | null };
  say: string;
  hud: Counter[];
  table: Table;
  trie?: Trie;
  marks?: { [key: string]: string };
  peeks?: { [key: string]: Preview };
  last?: LastPly;
  type: "view";
  cause: "hello" | "undo" | "start" | "stale";
  game: string;
  title: string;
  lang: Lang;
  bottom: number;
  portrait: boolean;
  scene: string;
  nodes: Node[];
  log: [string, number][];
}

/**
 * One ply more.  set: nodes that are new or changed; del: ids of nodes that are removed.
 *
 * order: all ids in paint order, unless it is the old order with new ones at the end.  zones: only labels that
 * changed (null: removed).
 */
export interface Ply {
  g: string;
  v: number;
  ply: number;
  zones: { [key: string]: string | null };
  say: string;
  hud: Counter[];
  table: Table;
  trie?: Trie;
  marks?: { [key: string]: string };
  peeks?: { [key: string]: Preview };
  last?: LastPly;
  del: string[];
  type: "ply";
  m: string;
  seat: number;
  events: Event[];
  set: Node[];
  order?: string[];
}

/**
 * A change beside the board: presence, clocks, offers, names, the state of the engine.
 */
export interface TableMessage {
  type: "table";
  g: string;
  v: number;
  table: Table;
}

/**
 * Request n is executed; its moves are stored.
 */
export interface Ack {
  type: "ack";
  g: string;
  n: number;
}

/**
 * Request n is refused: a code of docs/protocol.md, a sentence, and the clause if it is refused by the rules.
 */
export interface Nack {
  type: "nack";
  g?: string;
  n?: number;
  code: string;
  text: string;
  rule?: string;
}

/**
 * Answer to peek.  say: the coach's sentence.
 *
 * Of a move also ghosts: the nodes that it would change; gone: the ids that it would remove; path: the zones on its
 * way, in order; icon.
 */
export interface Peek {
  type: "peek";
  g: string;
  v: number;
  prefix: string[];
  say: string;
  m?: string;
  ghosts?: Node[];
  gone?: string[];
  path?: string[];
  icon?: string;
}

/**
 * Answer to why.  text: "" for a legal tap or an unknown zone.  rule: clause; url: the rules, at that clause.
 */
export interface Why {
  type: "why";
  g: string;
  v: number;
  prefix: string[];
  zone: string;
  code: string;
  text: string;
  rule?: string;
  url?: string;
  m?: string;
}

/**
 * Answer to marks, also sent without a request: the icons by move.
 */
export interface Marks {
  type: "marks";
  g: string;
  v: number;
  prefix: string[];
  marks: { [key: string]: string };
}

/**
 * Answer to hint: three sentences to reveal one by one (the aim, the place, the move and its consequences).
 *
 * m: the move; script: the taps that play it.
 */
export interface Hint {
  type: "hint";
  g: string;
  v: number;
  n: number;
  script: string[];
  m: string;
  steps: string[];
}

/**
 * Search a move for a computer: sent to a page that says that it can, while its player is alone.
 *
 * request: for the module of the page, base64.  moves: the legal moves by their codes.  Answered by `thought`.
 */
export interface Think {
  type: "think";
  g: string;
  v: number;
  request: string;
  moves: { [key: string]: string };
}

/**
 * A preset phrase of a seat.
 */
export interface ChatMessage {
  type: "chat";
  g: string;
  seat: number;
  phrase: Phrase;
  text: string;
}

/**
 * Answer to ping.  t: its number; server: the server's time, in ms since 1970.
 */
export interface Pong {
  type: "pong";
  t: number;
  server: number;
}

/**
 * The server closes the socket; the client reconnects after `retry` ms.
 */
export interface Bye {
  type: "bye";
  code: "RESTART" | "FLOOD" | "IDLE";
  retry: number;
}

/**
 * The static layer: `GET /scene/<game>/<seat>/<upright|lying>/<hash>.json`, cached for ever.
 *
 * symbols: inner SVG by name; the client puts each into <defs> as <g id="<prefix><name>">.  flatSymbols: those that
 * the flat set of pieces draws differently.  paintServers: gradients and patterns for <defs>; the client puts the
 * prefix before their ids and into each "url(#...)" of symbols and ground.  ground: SVG behind all nodes.  spots: by
 * zone the centre (x, y) and the SVG shape of its hit area.  foot: the SVG of the ring, around a piece's middle, that
 * marks a piece which may be chosen, or "".  lastMarks: by symbol the SVG of the mark, around a piece in the middle of
 * a zone of the last move, that replaces the shape of the zone.  arrows: by chip that is a direction its unit vector
 * on this board.  sound: the material that the pieces sound like.  stacks: by symbol of pieces that hide those below
 * them the letter of their owner.
 */
export interface Scene {
  hash: string;
  game: string;
  seat: number;
  portrait: boolean;
  width: number;
  height: number;
  textSize: number;
  symbols: { [key: string]: string };
  flatSymbols: { [key: string]: string };
  paintServers: string;
  sound: string;
  ground: string;
  spots: { [key: string]: [number, number, string] };
  foot: string;
  lastMarks: { [key: string]: string };
  arrows: { [key: string]: [number, number] };
  stacks: { [key: string]: string };
}

/**
 * Open a board, or change the perspective of an open one.
 *
 * Answered by `view`, or `nack`: NO_GAME, TOO_FAST, NOT_YOUR_SEAT (a bad key), NOT_NOW (more than `MOST_BOARDS`
 * boards), BAD_MESSAGE (no such seat).  bottom: the seat at the bottom; without it the lowest own seat, else seat 0.
 * keys: capability tokens of seats, for clients without cookies, in addition to the seats of the cookie.
 */
export interface Hello {
  g: string;
  type: "hello";
  lang: Lang;
  portrait?: boolean;
  bottom?: number;
  keys?: string[];
}

/**
 * Close a board of this socket.  Not answered.
 */
export interface Leave {
  g: string;
  type: "leave";
}

/**
 * Play a move of the notation.  Answered by `ack` or `nack`: STALE (then a `view` comes), or a rule's code.
 */
export interface Do {
  g: string;
  n: number;
  v: number;
  type: "do";
  m: string;
}

/**
 * Say whether the page of a board can search for computers now (see `Think`); it cannot at first.  Not answered.
 */
export interface Thinks {
  g: string;
  type: "thinks";
  on: boolean;
}

/**
 * Answer `think` with a move for the computer, "" when the search has none.
 *
 * Answered by `ack`, or `nack` with a rule's code.
 */
export interface Thought {
  g: string;
  n: number;
  v: number;
  type: "thought";
  m: string;
}

/**
 * Throw the dice.  Answered by `ack` or `nack`: DICE when they are not ready.
 *
 * salt: a word for the dice, of a client that has not promised a seed; it counts with its first throw only.
 */
export interface Throw {
  g: string;
  n: number;
  v: number;
  type: "throw";
  salt?: string;
}

/**
 * Commit a seat to its seed for the dice (see docs/dice.md).
 *
 * Answered by `ack` or `nack`: NOT_NOW when the seat has promised another one, or when it is too late.
 */
export interface Promise {
  g: string;
  n: number;
  type: "promise";
  seat: number;
  commitment: string;
}

/**
 * Reveal the seed of a seat, once the server has committed, too.
 *
 * Answered by `ack` or `nack`: NOT_NOW when it does not fit the commitment, or when others have yet to commit.
 */
export interface Reveal {
  g: string;
  n: number;
  type: "reveal";
  seat: number;
  seed: string;
}

/**
 * Take back a step of the own turn, or against computers the last own move; else offer a takeback.
 *
 * Answered by `ack`, or `nack`: STALE, NOT_NOW.
 */
export interface Undo {
  g: string;
  n: number;
  v: number;
  type: "undo";
}

/**
 * Offer a draw, a takeback or a rematch to the other people.  Answered by `ack`, or NOT_NOW.
 */
export interface Offer {
  g: string;
  n: number;
  type: "offer";
  kind: OfferKind;
}

/**
 * Accept or decline an offer; its maker withdraws it by declining.  Answered by `ack`, or NOT_NOW.
 */
export interface Answer {
  g: string;
  n: number;
  type: "answer";
  kind: OfferKind;
  yes: boolean;
}

/**
 * Resign with a seat.  Before the second ply the game is called off instead, except in an event.
 *
 * Answered by `ack` or `nack`.
 */
export interface Resign {
  g: string;
  n: number;
  type: "resign";
  seat: number;
}

/**
 * Claim the win because the opponent to move is absent for too long.
 *
 * Before the second ply the game is called off instead.  Answered by `ack`, or NOT_NOW.
 */
export interface Claim {
  g: string;
  n: number;
  type: "claim";
}

/**
 * Request a hint.  Answered by `hint`, or `nack`: STALE, NOT_NOW, ENGINE.
 */
export interface AskHint {
  g: string;
  n: number;
  v: number;
  type: "hint";
}

/**
 * Request the coach's sentence for a prefix of taps, or with `m` the preview of that move.
 *
 * Answered by `peek`; not at all when `v` is not the present version.
 */
export interface AskPeek {
  g: string;
  v: number;
  prefix: string[];
  type: "peek";
  m?: string;
}

/**
 * Request the reason why a tap on a zone after a prefix is illegal, or with `m` why that move is.
 *
 * Answered by `why`; not at all when `v` is not the present version.
 */
export interface AskWhy {
  g: string;
  v: number;
  prefix: string[];
  type: "why";
  zone: string;
  m?: string;
}

/**
 * Request the icons of the moves that begin with a prefix (views with many moves come without `marks`).
 *
 * Answered by `marks`; not at all when `v` is not the present version, or another seat decides.
 */
export interface AskMarks {
  g: string;
  v: number;
  prefix: string[];
  type: "marks";
}

/**
 * Broadcast a preset phrase.  Answered by `ack`, or NOT_YOUR_SEAT; all subscribers get `chat`.
 */
export interface Chat {
  g: string;
  n: number;
  type: "chat";
  phrase: Phrase;
}

/**
 * Request a pong.  t: any finite number.  rtt: the last round trip that the client measured, in ms.
 */
export interface Ping {
  type: "ping";
  t: number;
  rtt?: number;
}

export type Request = Hello | Leave | Thinks | Do | Thought | Throw | Promise | Reveal | Undo | Offer | Answer | Resign | Claim | Chat | AskHint | AskPeek | AskWhy | AskMarks | Ping;

export type Reply = View | Ply | TableMessage | Ack | Nack | Peek | Why | Marks | Hint | Think | ChatMessage | Pong | Bye;
