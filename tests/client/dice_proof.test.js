import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { checkDice } from "../../src/charkoni/web/client/lib/dice_proof.js";
import { seedText } from "../../src/charkoni/web/client/lib/receipts.js";
import { sha256 } from "../../src/charkoni/web/client/lib/sha256.js";

/** The hashes and texts in the example of the protocol's description. */
const example = readFileSync(new URL("../../docs/dice.md", import.meta.url), "utf8").split("## An example")[1].match(/(?<=\| `|and `)[^`]*(?=`)/g);
const [one, two, , faces, server, , throws] = example;
const g = "k3vq9x2m7a";
const seeds = ["1".repeat(64), "2".repeat(64), "hello", ""];
const proof = {
  version: 2, id: g, game: "", start: "", commitments: [one, two, "-", ""], commitment: server, faces,
  plies: throws.split(" ").flatMap((m, number) => [{ m, number }, { m: "a move", seat: 0 }]), key: "5".repeat(64), seeds,
};
const receipt = { game: g, seeds: { 1: seeds[1] }, commitments: proof.commitments, commitment: server, throws: throws.split(" ") };

test("the hash is SHA-256, of texts of any length", () => {
  for (const length of [0, 1, 55, 56, 63, 64, 65, 119, 120, 1000]) {
    const text = "aбв🎲".repeat(length).slice(0, length);
    assert.equal(sha256(text), createHash("sha256").update(text).digest("hex"));
  }
});

test("the example of the description is right", () => {
  assert.equal(sha256(seedText(g, 0, seeds[0])), one);
  const { fault, throws: right, own, unknown } = checkDice(proof, receipt);
  assert.deepEqual([fault, right, own, unknown], ["", 6, ["1"], 0]);
});

test("whatever is changed is told", () => {
  const other = "9".repeat(64);
  const changes = {
    key: { key: other }, old: { version: 1 }, open: { key: undefined }, other: { id: "another" },
    seed: { seeds: [other, ...seeds.slice(1)] }, seen: { plies: proof.plies.slice(0, 3) },
    throw: { plies: [{ m: "[666]", number: 0 }] },
  };
  for (const [fault, change] of Object.entries(changes)) assert.equal(checkDice({ ...proof, ...change }, receipt).fault, fault);
  assert.equal(checkDice({ ...proof, plies: [{ m: throws.split(" ")[0], number: 1 }] }, receipt).fault, "throw");
  assert.equal(checkDice(proof, { ...receipt, seeds: { 1: other } }).fault, "own");
  assert.equal(checkDice(proof, { ...receipt, commitments: [] }).fault, "players");
  assert.equal(checkDice(proof, { ...receipt, throws: ["[111]"] }).fault, "seen");
  assert.equal(checkDice(proof, {}).fault, "nothing");
});

test("a throw that was not on the promised list is left to a program with the rules", () => {
  const { fault, unknown } = checkDice({ ...proof, plies: [{ m: "[777]", number: 0 }] }, { commitment: server });
  assert.deepEqual([fault, unknown], ["", 1]);
});
