// Chips: choices that lie nowhere on the board.  They stand below it, beside the piece they belong to, or as arrows round it.

import { element } from "./scene.js";
import { needsRow } from "./trie.js";

/** @typedef {import("./scene.js").Painter} Painter */
/** @typedef {import("./scene.js").Point} Point */
/** @typedef {import("./taps.js").Taps} Taps */
/** @typedef {Record<string, string | null>} Labels */

/** What a row of chips takes below the board. */
const ROW_PX = 50;
const inOrder = new Intl.Collator("en", { numeric: true }).compare;

export class Chips {
  /**
   * @param {HTMLElement} board that holds a box for the chips
   * @param {Painter} painter
   */
  constructor(board, painter) {
    this.board = board;
    this.painter = painter;
    this.box = /** @type {HTMLElement} */ (board.querySelector(".chips"));
  }

  /**
   * Show those that may be chosen now.
   * @param {Taps} taps
   * @param {Labels} labels
   * @param {boolean} thrown whether a throw is due, which brings chips
   */
  show(taps, labels, thrown) {
    const { painter } = this;
    const { prefix } = taps;
    const chips = taps.chips.sort(inOrder);
    const ways = painter.scene?.arrows ?? {};
    const isChip = (/** @type {string} */ zone) => !painter.spot(zone) && !ways[zone];
    // The room is there before anything is aimed at: a board that shrank would move under the pointer.
    if (!prefix.length && (thrown || needsRow(taps.trie, isChip))) room(this.board, ROW_PX);
    const anchor = chips.length ? prefix.filter((zone) => painter.spot(zone)).at(-1) : undefined;
    const spot = anchor === undefined ? undefined : painter.spot(anchor);
    const at = spot && this.#onBoard(painter.screen(spot));
    this.#fill(chips, labels, at !== undefined);
    chips.forEach((zone, i) => this.box.children[i].setAttribute("aria-pressed", String(zone === taps.pending?.zone)));
    if (at && anchor !== undefined) this.#arrows(chips, at, Math.max(44, (painter.box(anchor)?.width ?? 0) * painter.scale));
    const beside = chips.length > 0 && chips.length === taps.legal.length && !chips.some((zone) => ways[zone]);
    this.#place(beside ? at : undefined);
  }

  /** A point of the screen as the board counts. @param {Point} point */
  #onBoard({ x, y }) {
    const board = this.board.getBoundingClientRect();
    return { x: x - board.left, y: y - board.top };
  }

  /**
   * Of those that differ in a number alone the number is shown.  What has not changed stays: a pointer may be pressed on it.
   * @param {readonly string[]} zones
   * @param {Labels} labels
   * @param {boolean} anchored
   */
  #fill(zones, labels, anchored) {
    const { box } = this;
    const key = JSON.stringify([zones, zones.map((zone) => labels[zone]), anchored]);
    if (box.dataset.key === key) return;
    box.dataset.key = key;
    const stems = zones.map((zone) => /^(.+?)-?\d+$/.exec(zone)?.[1]);
    box.replaceChildren(...zones.map((zone, i) => {
      const label = labels[zone] ?? zone;
      const isNumber = stems[i] !== undefined && stems.filter((each) => each === stems[i]).length > 1;
      const chip = document.createElement("button");
      Object.assign(chip.dataset, { act: "tap", value: zone });
      chip.className = "chip";
      chip.type = "button";
      chip.setAttribute("aria-label", label);
      chip.textContent = (isNumber && /\d+$/.exec(zone)?.[0]) || label;
      return chip;
    }));
  }

  /** Those that are directions stand round a point of the board. @param {readonly string[]} zones @param {Point} at @param {number} far */
  #arrows(zones, at, far) {
    zones.forEach((zone, i) => {
      const way = this.painter.scene?.arrows[zone];
      if (!way) return;
      const chip = /** @type {HTMLElement} */ (this.box.children[i]);
      if (!chip.classList.contains("arrow")) chip.replaceChildren(arrow());
      chip.classList.add("arrow");
      chip.style.left = `${at.x + way[0] * far}px`;
      chip.style.top = `${at.y + way[1] * far}px`;
      chip.style.rotate = `${Math.atan2(way[0], -way[1])}rad`;
    });
  }

  /** Put them beside a point of the board, or below the board, which leaves room for as many as there have been. @param {Point | undefined} at */
  #place(at) {
    const { box, board } = this;
    box.classList.toggle("near-target", at !== undefined);
    box.style.left = box.style.top = "";
    if (!at) {
      if (box.hasChildNodes()) room(board, box.scrollHeight + 6);
      return;
    }
    const x = Math.min(Math.max(at.x - box.offsetWidth / 2, 4), board.clientWidth - box.offsetWidth - 4);
    const above = at.y - box.offsetHeight - 28;
    box.style.left = `${Math.max(0, x)}px`;
    box.style.top = `${above > 0 ? above : at.y + 28}px`;
  }
}

/**
 * Leave room below a board for chips, or for the strips of the players.  It never becomes less: nothing may move under a pointer.
 * @param {HTMLElement} board
 * @param {number} high
 * @param {"--room" | "--strips"} [what]
 */
export function room(board, high, what = "--room") {
  if (high > (parseFloat(board.style.getPropertyValue(what)) || 0)) board.style.setProperty(what, `${high}px`);
}

/** An arrow that points up. */
function arrow() {
  const svg = element("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" });
  svg.append(element("path", { d: "M12 3l8 9h-5v9H9v-9H4z" }));
  return svg;
}
