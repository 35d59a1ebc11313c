// The context of the actions of a table.

import type { Connection } from "../lib/connection.js";
import type { MoveInput } from "../board/input.js";
import type { MoveTree } from "./move_tree.js";
import type { Panels } from "./panels.js";
import type { BoardReply as Board, Hint } from "../messages";

export interface TableContext {
  /** Key of the game. */
  g: string;
  /** Texts of the page by name. */
  words: Record<string, string>;
  /** The present position; undefined before the first view. */
  now: () => (Board & { bottom: number }) | undefined;
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
  /** Show the last ply once more. */
  repeat: () => void;
  /** End the animation that is running. */
  finish: () => void;
  /** Wait until the animation has ended, and a moment more. */
  rest: () => Promise<void>;
  /** Show the board from a seat. */
  turn: (seat: number) => void;
}
