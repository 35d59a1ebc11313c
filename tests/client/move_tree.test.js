import assert from "node:assert/strict";
import { test } from "node:test";
import { moveNumbers } from "../../src/charkoni/web/client/table/move_tree.js";

/** The numbers of plies by these seats, -1 for a throw. @param {number[]} seats */
const numbers = (...seats) => moveNumbers(seats.map((seat) => ["", seat]));

test("a number belongs to a move of each player", () => {
  assert.deepEqual(numbers(0, 1, 0, 1, 0), [1, 1, 2, 2, 3]);
  assert.deepEqual(numbers(0, 1, 2, 0), [1, 1, 1, 2]);
  assert.deepEqual(numbers(), []);
});

test("further moves of a turn have its number", () => assert.deepEqual(numbers(0, 0, 1, 1, 0), [1, 1, 1, 1, 2]));

test("a throw begins a turn, which a partner's moves do not end", () => {
  assert.deepEqual(numbers(-1, 0, 2, 0, -1, 1, -1, 2, -1, 3, -1, 0), [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2]);
});
