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
 * A seat: who sits there.
 *
 * side: seats of equal side win together.  label: the side's name ("Red").  colour: the word in the classes of its
 * pieces ("side-red").  you: it is yours.  key: the capability token of an own seat, for a second device: `/s/<key>`.
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
 * A labelled number beside the board: of a seat, or of the game (null).
 *
 * bar: what may be shown as a bar: the value, the goal or limit on it, and the whole.
 */
export interface Counter {
  seat: number | null;
  label: string;
  value: string;
  bar?: [number, number, number];
}

/**
 * How things stand.  text: the whole sentence ("Red to move", "Draw: by agreement.").
 *
 * turn: the seat that decides, -1 when a throw is due, -2 when the game is over.  thrower: who throws, when a throw
 * is due.  scores and reason: when it is over.  called-off: ended without a result.
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
 * An open offer: of what kind, from which seat, and the seats that have not answered yet.
 */
export interface OfferInfo {
  kind: OfferKind;
  seat: number;
  waiting: number[];
}

/**
 * Fairness of the dice.
 *
 * commitment: SHA-256 of the key, in hexadecimal, known before the game.  key: when the game is over.  url: the
 * document that `charkoni verify-dice` checks.
 */
export interface Dice {
  commitment: string;
  key?: string;
  url: string;
}

/**
 * Everything beside the board.
 *
 * watchers: how many follow without a seat.  can: the actions that make sense now.  next: the address of the next
 * game.  invite: the address for other players while a seat is open.  note: a sentence to show.
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
  note?: string;
}

/**
 * The last ply: the move, the seat that made it (-1: a throw), the zones to mark, and the sentence about it.
 */
export interface Last {
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
 * What `View` and `Ply` share: the parts that depend on the position, for one subscriber.
 *
 * ply: how many plies stand on the board.  zones: a label for every zone.  say: the coach's sentence.  hud: the
 * counters.  trie, marks, peeks: only for the seat that decides.  marks: icon of every move that does
 * more than move, absent when there are many moves.  peeks: previews, when there are few moves.
 */
export interface Board {
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
  last?: Last;
}

/**
 * A whole board: the answer to `hello`, and whenever a delta would not do (`cause`).
 *
 * game: its canonical name.  title: in words.  scene: address of the static layer (`Scene`), for ever the same.
 * bottom and portrait: how it is seen.  log: all moves as [text, seat].
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
  last?: Last;
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
 * One ply more.  set: nodes new or changed; del: ids gone.
 *
 * order: all ids in paint order, when it is not the old order with new ones at the end.  zones: only labels that
 * changed (null: no label any more).
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
  last?: Last;
  del: string[];
  type: "ply";
  m: string;
  seat: number;
  events: Event[];
  set: Node[];
  order?: string[];
}

/**
 * Something beside the board has changed: presence, clocks, offers, names, the state of the computer.
 */
export interface TableMessage {
  type: "table";
  g: string;
  v: number;
  table: Table;
}

/**
 * Message n has been taken; what was played is stored.
 */
export interface Ack {
  type: "ack";
  g: string;
  n: number;
}

/**
 * Message n is refused: a code, a sentence, and the clause if it is refused by the rules.
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
 * Answer to peek: the sentence; of a move also the nodes as they would be (ghosts), those gone, and the icon.
 *
 * path: the zones that the move leads through, one after the other.
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
 * Answer to why.  An empty text: the tap means nothing at all.  rule: clause; url: the rules, at that clause.
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
 * Answer to marks, also sent without a request: the icon of every move that does more than move.
 */
export interface Marks {
  type: "marks";
  g: string;
  v: number;
  prefix: string[];
  marks: { [key: string]: string };
}

/**
 * Answer to hint: three sentences to uncover one by one (the aim, the place, the move with what follows).
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
 * A seat says a preset phrase.
 */
export interface Said {
  type: "chat";
  g: string;
  seat: number;
  phrase: Phrase;
  text: string;
}

/**
 * Answer to ping: its number, and the server's time, in ms since 1970.
 */
export interface Pong {
  type: "pong";
  t: number;
  server: number;
}

/**
 * The server closes the socket; come back after `retry` ms.
 */
export interface Bye {
  type: "bye";
  code: "RESTART" | "FLOOD" | "IDLE";
  retry: number;
}

/**
 * The static layer: `GET /scene/<game>/<seat>/<upright|lying>/<hash>.json`, cached for ever.
 *
 * symbols: inner SVG by name; the painter puts each into <defs> as <g id="<prefix><name>">.  ground: SVG behind all
 * nodes.  spots: by zone the centre and the SVG shape that is hit.  arrows: chips that are directions, with the way
 * that each means here.  stacks: symbols of pieces that hide those below them, with the letter of their owner.
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
  ground: string;
  spots: { [key: string]: [number, number, string] };
  arrows: { [key: string]: [number, number] };
  stacks: { [key: string]: string };
}

/**
 * Open a board, or see an open one otherwise.  Answered by `view`; NO_GAME, NOT_YOUR_SEAT, NOT_NOW (too many).
 *
 * bottom: the seat at the bottom; without it the own seat, else seat 0.  keys: capability tokens of seats, for
 * clients without cookies.  The seats of the browser's cookie count without being named.
 */
export interface Hello {
  type: "hello";
  g: string;
  lang: Lang;
  portrait?: boolean;
  bottom?: number;
  keys?: string[];
}

/**
 * Close a board of this socket.  Not answered.
 */
export interface Leave {
  type: "leave";
  g: string;
}

/**
 * Play a move of the notation.  Answered by `ack` or `nack`: STALE (then a `view` comes), or a rule's code.
 */
export interface Do {
  type: "do";
  g: string;
  v: number;
  n: number;
  m: string;
}

/**
 * Throw the dice; salt: random text of the client that goes into the throw.  Answered by `ack` or `nack`.
 */
export interface Throw {
  type: "throw";
  g: string;
  v: number;
  n: number;
  salt?: string;
}

/**
 * Take back: a step of the own turn, or against computers the last own move; else it becomes an offer.
 */
export interface Undo {
  type: "undo";
  g: string;
  v: number;
  n: number;
}

/**
 * Offer a draw, a takeback or a rematch to the other people at the table.  Answered by `ack`, or NOT_NOW.
 */
export interface Offer {
  type: "offer";
  g: string;
  n: number;
  kind: OfferKind;
}

/**
 * Accept or decline an offer; who made it withdraws it by declining.  Answered by `ack`, or NOT_NOW.
 */
export interface Answer {
  type: "answer";
  g: string;
  n: number;
  kind: OfferKind;
  yes: boolean;
}

/**
 * Give up with a seat.  Before the second ply the game is called off instead.
 */
export interface Resign {
  type: "resign";
  g: string;
  n: number;
  seat: number;
}

/**
 * Claim the win (or call the game off) because the opponent who has to move is absent for too long.
 */
export interface Claim {
  type: "claim";
  g: string;
  n: number;
}

/**
 * Ask for a hint.  Answered by `hint`, or `nack`: STALE, NOT_NOW, ENGINE.
 */
export interface AskHint {
  type: "hint";
  g: string;
  v: number;
  n: number;
}

/**
 * Ask for the coach's sentence behind a prefix of taps, and, with `m`, for the preview of that move.
 *
 * Answered by `peek`; not at all when `v` is not the present version.
 */
export interface AskPeek {
  type: "peek";
  g: string;
  v: number;
  prefix: string[];
  m?: string;
}

/**
 * Ask why a tap on a zone, after a prefix, leads nowhere; or, with `m`, why a typed move is refused.
 *
 * Answered by `why`; not at all when `v` is not the present version.
 */
export interface AskWhy {
  type: "why";
  g: string;
  v: number;
  prefix: string[];
  zone: string;
  m?: string;
}

/**
 * Ask for the icons of the moves behind a prefix (views with many moves come without `marks`).
 *
 * Answered by `marks`; not at all when `v` is not the present version, or another seat decides.
 */
export interface AskMarks {
  type: "marks";
  g: string;
  v: number;
  prefix: string[];
}

/**
 * Say a preset phrase.  Answered by `ack`, or NOT_YOUR_SEAT; all at the table get `chat`.
 */
export interface Chat {
  type: "chat";
  g: string;
  n: number;
  phrase: Phrase;
}

/**
 * Ask for a pong.  t: any number of the client.  rtt: the round trip that it measured last, in ms.
 */
export interface Ping {
  type: "ping";
  t: number;
  rtt?: number;
}

export type Request = Hello | Leave | Do | Throw | Undo | Offer | Answer | Resign | Claim | AskHint | AskPeek | AskWhy | AskMarks | Chat | Ping;

export type Reply = View | Ply | TableMessage | Ack | Nack | Peek | Why | Marks | Hint | Said | Pong | Bye;
