import assert from "node:assert/strict";
import { test } from "node:test";
import { heldRequests, settled } from "./held_answers.mjs";

test("a search asks again when it has been answered, and goes to the game that is found, to no other page", async (t) => {
  const { document, location } = globalThis, went = [];
  t.after(() => Object.assign(globalThis, { document, location }));
  const parts = {
    search: { dataset: { url: "/lobby/g", left: "20000" }, querySelector: () => ({}), remove: () => {} },
    table: { dataset: { turn: "waiting" } },
  };
  globalThis.document = { querySelector: () => null, getElementById: (id) => parts[id] };
  globalThis.location = { assign: (to) => went.push(to) };
  t.mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  const requests = heldRequests(t);
  await import("../../src/charkoni/web/client/table/search.js");
  t.mock.timers.tick(3000);
  t.mock.timers.tick(3000);
  assert.equal(requests.length, 1, "a slow answer is waited for");
  await requests[0].answer({ url: "" });
  t.mock.timers.tick(3000);
  assert.equal(requests.length, 2);
  await requests[1].answer({ url: "/g/found" });
  t.mock.timers.tick(9000); // the own search is deleted by now: an answer would lead to the lobby
  await settled();
  assert.deepEqual([requests.length, went], [2, ["/g/found"]]);
});
