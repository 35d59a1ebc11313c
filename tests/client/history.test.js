import assert from "node:assert/strict";
import { test } from "node:test";
import { GameHistory, nodesAt } from "../../src/charkoni/web/client/table/history.js";

const node = (id, x) => [id, "disc", x, "0", "", ""];
const REPLAY = {
  nodes: [node("a", "1"), node("b", "2")],
  plies: [{ set: [node("a", "3")], del: [] }, { set: [], del: ["b"] }, { set: [node("c", "4")], del: [], order: ["c", "a"] }],
};
const GAME = { g: "k1", v: 3, game: "g:1", bottom: 1, portrait: true };

test("the nodes after any number of plies", () => {
  assert.deepEqual(nodesAt(REPLAY, 0), REPLAY.nodes);
  assert.deepEqual(nodesAt(REPLAY, 1), [node("a", "3"), node("b", "2")]);
  assert.deepEqual(nodesAt(REPLAY, 2), [node("a", "3")]);
  assert.deepEqual(nodesAt(REPLAY, 3), [node("c", "4"), node("a", "3")]);
});

/** Answer requests; return their addresses. */
function answering(t, answer) {
  const requested = [];
  t.mock.method(globalThis, "fetch", async (address) => {
    requested.push(String(address));
    return answer(requested.length);
  });
  return requested;
}

test("a replay is fetched once for a version and a view", async (t) => {
  const requested = answering(t, () => ({ ok: true, json: async () => ({ ...REPLAY, v: 3, start: "s" }) }));
  const history = new GameHistory({ g: "k1", lang: "tr" });
  const first = await history.load(GAME);
  assert.equal(await history.load(GAME), first);
  assert.deepEqual(requested, ["/g/k1/replay.json?lang=tr&seat=1&portrait=1"]);
  await history.load({ ...GAME, v: 4 });
  await history.load({ ...GAME, bottom: 0 });
  await history.load({ ...GAME, portrait: false });
  assert.equal(requested.length, 4);
});

test("a replay is cached while the server does not respond", async (t) => {
  answering(t, (times) => ({ ok: times === 1, json: async () => ({ ...REPLAY, v: 3, start: "s" }) }));
  const history = new GameHistory({ g: "k1", lang: "en" });
  const first = await history.load(GAME);
  assert.equal(await history.load({ ...GAME, v: 4 }), first);
});

test("an explored position is requested by its moves, and is undefined where they are refused", async (t) => {
  const requested = answering(t, (times) => ({ ok: times === 1, json: async () => ({ nodes: [] }) }));
  const history = new GameHistory({ g: "k1", lang: "en" });
  assert.deepEqual(await history.explore(GAME, "4/4", ["a1", "b2"]), { nodes: [] });
  assert.equal(await history.explore(GAME, "4/4", ["x"]), undefined);
  assert.equal(requested[0], "/explore.json?lang=en&seat=1&portrait=1&game=g%3A1&position=4%2F4&moves=a1+b2");
});
