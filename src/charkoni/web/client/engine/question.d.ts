// What a page asks of the search in its worker, and what it hears.

import type { Answer, Settings } from "../../../search/engine";

/** What the server says of a position. */
export interface Asked {
  /** The request, base64. */
  request: string;
  /** The texts of the legal moves by their codes. */
  moves: Record<string, string>;
}

export interface Question {
  request: Uint8Array;
  settings: Settings;
}

/** seconds: since the question. */
export type Report = { type: "answer"; id: number; isDone: boolean; seconds: number } & Answer;

export type Heard = { type: "ready" } | { type: "failed"; text: string } | Report;
