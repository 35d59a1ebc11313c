// The pages about dice: the check of a game with the receipt of this browser, or of files.

import { checkDice } from "../lib/dice_proof.js";
import { fill, part } from "../lib/elements.js";
import { receiptOf } from "../lib/receipts.js";

/** @typedef {import("../lib/dice_proof.js").Verdict} Verdict */

const words = /** @type {Record<string, string>} */ (JSON.parse(part("page").textContent ?? "{}").words);
const line = part("verdict-text");
const section = document.getElementById("verdict");
const form = /** @type {HTMLFormElement | null} */ (document.getElementById("check"));

/** Show what a check has shown. @param {Verdict} verdict */
function show({ fault, number, throws, unknown, own }) {
  const texts = fault ? [fill(words[fault === "own" ? "own-seed" : fault], { n: String(number + 1) })] : [fill(words[throws + unknown ? "fair" : "none"], { n: String(throws + unknown) })];
  if (!fault && unknown) texts.push(fill(words.unknown, { n: String(unknown) }));
  if (!fault && throws) texts.push(words[own.length ? "own" : "watched"]);
  line.textContent = texts.join(" ");
  line.className = !fault ? "fair" : ["open", "nothing", "old"].includes(fault) ? "" : "error";
}

/** Check the game of the page, and offer its receipt. @param {HTMLElement} box */
async function checkGame(box) {
  const g = box.dataset.game ?? "";
  const receipt = receiptOf(g);
  const answer = await fetch(`/g/${g}/dice.json`).catch(() => undefined);
  if (!answer?.ok) return;
  show(checkDice(await answer.json(), receipt));
  const link = /** @type {HTMLAnchorElement} */ (part("receipt"));
  if (receipt.commitment) link.href = URL.createObjectURL(new Blob([JSON.stringify(receipt, undefined, 1)], { type: "application/json" }));
  else link.hidden = true;
  box.hidden = false;
}

/** Check the files of a form. @param {HTMLFormElement} form */
async function checkFiles(form) {
  const fields = new FormData(form);
  const receipt = /** @type {File} */ (fields.get("receipt"));
  try {
    const proof = JSON.parse(await /** @type {File} */ (fields.get("document")).text());
    if (![1, 2].includes(proof?.version)) throw new TypeError("no document of the dice");
    const kept = receipt.size ? JSON.parse(await receipt.text()) : { commitment: String(fields.get("commitment")).trim().toLowerCase() };
    show(checkDice(proof, kept));
  } catch {
    line.textContent = words.unreadable;
    line.className = "error";
  }
}

if (section) void checkGame(section);
if (form) {
  form.hidden = false;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void checkFiles(form);
  });
}
