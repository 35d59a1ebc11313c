// Positions outside a live game: the responses of the server's routes.

import type { Counter, Event, LastPly as Last, Node, Trie } from "../messages";

/** `GET /explore.json`: the position behind some moves. */
export interface Explored {
  nodes: Node[];
  /** Labels by zone. */
  zones: Record<string, string>;
  trie: Trie;
  /** The possible throws, as moves, when one is due. */
  throws: string[];
  /** What is to be done. */
  say: string;
  hud: Counter[];
  /** The events of the last of the moves. */
  events?: Event[];
  last?: Last;
  /** How the game has ended, "" while it goes on. */
  outcome: string;
  /** Address of the static layer. */
  scene: string;
  /** The position as text. */
  position: string;
  /** The seat that decides; -1: a throw is due, -2: the game is over. */
  turn: number;
  /** What the page's own search is asked, where it was wanted and somebody decides. */
  search?: import("../engine/question").Asked & { player: number } | null;
}
