// The tree of moves as its list and the walk through it share it.

import type { BoardReply as Board, Node } from "../messages";
import type { Change } from "../board/timeline.js";
import type { Seen } from "./history.js";

/** A position to be shown; board: what may be tapped in it, once it is fetched. */
export interface Shown {
  nodes: Node[];
  change?: Change;
  zones: string[];
  say: string;
  board: Board | undefined;
}

/** The game in its present state. */
export type Game = Seen & { log: [string, number][]; table: Board["table"] };

/** A variation: the ply it leaves the game after, and its moves. */
export interface Variation {
  from: number;
  moves: string[];
}

export interface Tree {
  page: { g: string; lang: string };
  handlers: { show: (shown: Shown) => void; live: () => void };
  game: Game | undefined;
  /** Whether an earlier position or a variation is shown. */
  isPast: boolean;
  /** How many plies of the game lie before what is shown, while `isPast`. */
  ply: number;
  /** The moves of the variation that is shown, from `ply` on. */
  tried: string[];
  variations: Variation[];
  readonly at: number;
  render: () => void;
}
