// Whether the dice of a finished game are right, said at its end.

import { checkDice } from "./dice_proof.js";
import { receiptOf } from "./receipts.js";

/** Check the dice of a finished game, and say so in an element, whose data hold the sentences. @param {string} g @param {HTMLElement} line */
export async function sayWhetherFair(g, line) {
  const answer = await fetch(`/g/${g}/dice.json`).catch(() => undefined);
  if (!answer?.ok) return;
  const verdict = checkDice(await answer.json(), receiptOf(g));
  const isFair = !verdict.fault && verdict.throws > 0;
  if (!verdict.fault && !isFair) return;
  if (verdict.fault === "nothing" || verdict.fault === "old" || verdict.fault === "open") return;
  const text = (isFair ? line.dataset.fair : line.dataset.unfair) ?? "";
  line.prepend(text.replace("{n}", String(verdict.throws)), " ");
  line.classList.toggle("error", !isFair);
  line.hidden = false;
}
