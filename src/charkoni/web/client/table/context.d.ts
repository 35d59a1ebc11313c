// The context of the actions of a table.

import type { Animator } from "../board/animation.js";
import type { Change } from "../board/timeline.js";
import type { Connection } from "../lib/connection.js";
import type { MoveInput } from "../board/input.js";
import type { MoveTree } from "./move_tree.js";
import type { Panels } from "./panels.js";
import type { BoardReply as Board, Hint, Node } from "../messages";

/** A ply that can be shown once more: the nodes before it, its change and its sentence. */
export interface LatestPly {
  before: Node[];
  change: Change;
  say: string;
}

export interface TableContext {
  /** Key of the game. */
  g: string;
  /** Texts of the page by name. */
  words: Record<string, string>;
  /** The present position; undefined before the first view. */
  now: () => (Board & { bottom: number; nodes: Node[] }) | undefined;
  /** The seats of this browser. */
  ownSeats: () => number[];
  connection: Connection;
  input: MoveInput;
  panels: Panels;
  tree: MoveTree;
  /** Play a move, or try it where an earlier position is shown. */
  play: (move: string) => void;
  /** Show the next step of a hint: of the one that has just come or of the one before; false when there is none. */
  hint: (message?: Hint) => Promise<boolean>;
  /** Show the content of the zone in focus. */
  look: () => void;
  animator: Animator;
  /** The last ply that has arrived; undefined where it came with the first view. */
  latest: () => LatestPly | undefined;
  /** Show the board from a seat. */
  turn: (seat: number) => void;
}
