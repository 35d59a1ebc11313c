import assert from "node:assert/strict";
import { test } from "node:test";
import { MoveInput } from "../../src/charkoni/web/client/board/input.js";

const TRIE = { a1: { b1: "a1-b1", c1: { "n-1": "a1-c1:1", "n-2": "a1-c1:2" } }, a2: { b2: { c2: "a2-c2" } }, pass: "pass" };
const BOARD = { g: "k1", v: 0, ply: 0, zones: {}, say: "", hud: [], table: {}, trie: TRIE, marks: { "a1-c1:1": "capture", "a1-c1:2": "capture" } };
const CHIPS = ["n-1", "n-2", "pass"];

/** Taps on a board whose zones all stand at one point; what becomes of them is noted. */
function made(settings = {}, board = BOARD) {
  const noted = { played: [], refused: [], targets: undefined, chosen: undefined };
  const renderer = {
    scene: {}, svg: { addEventListener: () => {} }, buttons: new Map(), clearGhosts: () => {},
    spot: (zone) => (CHIPS.includes(zone) ? undefined : { x: 0, y: 0 }),
    markTargets: (...targets) => { noted.targets = targets; },
  };
  const input = new MoveInput(renderer, {
    play: (move) => noted.played.push(move),
    refused: (prefix, zone) => noted.refused.push([prefix, zone]),
    chosen: (prefix, move) => { noted.chosen = [prefix, move]; },
    touched: () => {}, rested: () => {}, settings: () => ({ quick: false, confirm: false, ...settings }),
  });
  input.reset(board);
  return { input, noted, tap: (...zones) => zones.forEach((zone) => input.tap(zone)) };
}

test("taps along the trie play a move", () => {
  const { input, noted, tap } = made();
  tap("a1");
  assert.deepEqual(input.prefix, ["a1"]);
  assert.deepEqual(input.legal, ["b1", "c1"]);
  tap("b1");
  assert.deepEqual(noted.played, ["a1-b1"]);
  assert.deepEqual(input.prefix, []);
});

test("a tap on a chosen zone cancels it and all after it", () => {
  const { input, tap } = made();
  tap("a1", "c1", "c1");
  assert.deepEqual(input.prefix, ["a1"]);
  tap("c1", "a1");
  assert.deepEqual(input.prefix, []);
});

test("another first zone starts a new prefix", () => {
  const { input, noted, tap } = made();
  tap("a1", "a2");
  assert.deepEqual(input.prefix, ["a2"]);
  assert.deepEqual(noted.refused, []);
});

test("a tap that leads nowhere is refused with its prefix", () => {
  const { noted, tap } = made();
  tap("c1");
  tap("a1", "c2");
  assert.deepEqual(noted.refused, [[[], "c1"], [["a1"], "c2"]]);
});

test("without a position every tap is refused", () => {
  const { input, noted, tap } = made({}, null);
  tap("a1");
  assert.deepEqual(noted.refused, [[[], "a1"]]);
  assert.deepEqual(input.legal, []);
});

test("with `confirm` a move waits for a second tap", () => {
  const { noted, tap } = made({ confirm: true });
  tap("a1", "b1");
  assert.deepEqual(noted.played, []);
  assert.deepEqual(noted.chosen, [["a1"], "a1-b1"]);
  tap("b1");
  assert.deepEqual(noted.played, ["a1-b1"]);
});

test("with `confirm` another target takes the place of the first", () => {
  const { input, noted, tap } = made({ confirm: true });
  tap("a1", "b1", "c1");
  assert.equal(input.pending, undefined);
  assert.deepEqual(input.prefix, ["a1", "c1"]);
  assert.deepEqual(noted.played, []);
});

test("with `quick` the only move left is played, unless a chip is part of it", () => {
  const { noted, tap } = made({ quick: true });
  tap("a2");
  assert.deepEqual(noted.played, ["a2-c2"]);
  const chips = made({ quick: true }, { ...BOARD, trie: { a1: { b1: { pass: "a1-b1 pass" } } } });
  chips.tap("a1");
  assert.deepEqual(chips.noted.played, []);
});

test("chips are tapped by their digit, else by their place", () => {
  const { input, noted, tap } = made();
  assert.equal(input.tapChip("7"), false);
  tap("a1", "c1");
  assert.deepEqual(input.chips, ["n-1", "n-2"]);
  assert.equal(input.tapChip("2"), true);
  assert.deepEqual(noted.played, ["a1-c1:2"]);
  assert.equal(input.tapChip("1"), true); // the first chip: pass
  assert.deepEqual(noted.played.at(-1), "pass");
});

test("cancel clears the choice and returns whether there was one", () => {
  const { input, tap } = made();
  assert.equal(input.cancel(), false);
  tap("a1");
  assert.equal(input.cancel(), true);
  assert.deepEqual(input.prefix, []);
});

test("a zone has a sign when all moves below it have it", () => {
  const { noted, tap } = made();
  assert.deepEqual(noted.targets.slice(2), [{}, true]);
  tap("a1");
  assert.deepEqual(noted.targets, [["b1", "c1"], ["a1"], { c1: "capture" }, false]);
});

test("marks fetched later count, too, until the next position", () => {
  const { input, noted } = made();
  input.icons = { "a2-c2": "home" };
  input.render();
  assert.deepEqual(noted.targets[2], { a2: "home" });
  input.reset(BOARD);
  assert.deepEqual(noted.targets[2], {});
});

/** A board with two legal zones 18 px apart, and the listeners of its element. */
function pointed() {
  const spots = { a1: { x: 0, y: 0 }, a2: { x: 18, y: 0 } };
  const listeners = {};
  const noted = { chosen: [], aimed: [] };
  const svg = { addEventListener: (name, listener) => { listeners[name] = listener; }, setPointerCapture: () => {} };
  const buttons = new Map(Object.keys(spots).map((zone) => [zone, { classList: { toggle: (_, on) => { if (on) noted.aimed.push(zone); } } }]));
  const renderer = {
    scene: {}, svg, buttons, scale: 1, clearGhosts: () => {}, markTargets: () => {}, piecesOn: () => [],
    spot: (zone) => spots[zone], locate: (x, y) => ({ x, y }),
    box: (zone) => spots[zone] && { x: spots[zone].x - 9, y: -9, width: 18, height: 18 },
  };
  const played = [];
  const input = new MoveInput(renderer, {
    play: (move) => played.push(move), refused: () => {}, touched: () => {}, rested: () => {},
    chosen: (prefix) => noted.chosen.push(prefix), settings: () => ({ quick: false, confirm: false }),
  });
  input.reset({ ...BOARD, trie: { a1: "a1", a2: "a2" } });
  globalThis.document = { elementFromPoint: (x) => ({ closest: () => ({ getAttribute: () => (x < 9 ? "a1" : "a2") }) }) };
  const tap = (x, pointerType) => {
    const event = { button: 0, isPrimary: true, pointerId: 1, pointerType, clientX: x, clientY: 0, timeStamp: 0 };
    listeners.pointerdown(event);
    listeners.pointerup(event);
  };
  return { input, noted, played, tap };
}

test("a finger between two close places is asked which one it means", () => {
  const { input, noted, played, tap } = pointed();
  tap(10, "touch");
  assert.deepEqual(input.rivals, { zones: ["a2", "a1"], x: 10, y: 0 });
  assert.deepEqual(noted.aimed.slice(-2), ["a1", "a2"]);
  assert.deepEqual(played, []);
  input.tap("a1");
  assert.deepEqual(played, ["a1"]);
  assert.equal(input.rivals, undefined);
});

test("a finger on the middle of a place means it, and a mouse is exact", () => {
  const { played, tap } = pointed();
  tap(-1, "touch");
  tap(10, "mouse");
  tap(30, "touch");
  assert.deepEqual(played, ["a1", "a2", "a2"]);
});

test("Escape takes the question back", () => {
  const { input, tap } = pointed();
  tap(8, "touch");
  assert.equal(input.cancel(), true);
  assert.equal(input.rivals, undefined);
  assert.equal(input.cancel(), false);
});
