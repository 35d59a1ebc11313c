import assert from "node:assert/strict";
import { test } from "node:test";
import { fill, mark } from "../../src/charkoni/web/client/lib/elements.js";

test("fields are filled, unknown ones stay", () => {
  assert.equal(fill("{n} of {of}, {n}", { n: "1", of: "7" }), "1 of 7, 1");
  assert.equal(fill("{n} {other}", { n: "{other}" }), "{other} {other}");
});

test("only data that differ are set", () => {
  const set = [];
  const dataset = new Proxy({ turn: "mine" }, { set: (target, name, value) => set.push(name) && Reflect.set(target, name, value) });
  mark({ dataset }, { turn: "mine", seat: "1" });
  mark({ dataset }, { turn: "open", seat: "1" });
  assert.deepEqual(set, ["seat", "turn"]);
  assert.deepEqual({ ...dataset }, { turn: "open", seat: "1" });
});
