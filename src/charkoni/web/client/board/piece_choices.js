// Chips: choices without a place on the board.  They are shown below it, beside their piece, or as arrows around it.

import { needsRow } from "./trie.js";

/** @typedef {import("./scene.js").BoardRenderer} BoardRenderer */
/** @typedef {import("./scene.js").Point} Point */
/** @typedef {import("./input.js").MoveInput} MoveInput */
/** @typedef {Record<string, string | null>} Labels */

/** Height of a row of chips. */
const ROW_PX = 50;
/** Made with the first chips: it takes as long as the whole start of the page. @type {Intl.Collator | undefined} */
let collator;

/** The chips of one board. */
export class PieceChoices {
  /**
   * @param {HTMLElement} board the element that holds the box of the chips
   * @param {BoardRenderer} renderer
   */
  constructor(board, renderer) {
    this.board = board;
    this.renderer = renderer;
    this.box = /** @type {HTMLElement} */ (board.querySelector(".chips"));
  }

  /**
   * Show the chips that may be chosen now.
   * @param {MoveInput} input
   * @param {Labels} labels by zone
   * @param {boolean} thrown whether a throw is due, which brings chips
   */
  show(input, labels, thrown) {
    const { renderer } = this;
    const { prefix } = input;
    const { rivals } = input;
    const chips = rivals?.zones ?? input.chips.sort((one, other) => (collator ??= new Intl.Collator("en", { numeric: true })).compare(one, other));
    const arrows = renderer.scene?.arrows ?? {};
    const isChip = (/** @type {string} */ zone) => !renderer.spot(zone) && !arrows[zone];
    // The room is reserved before the first tap: a board that shrank later would move under the pointer.
    if (!prefix.length && (thrown || needsRow(input.trie, isChip))) reserve(this.board, ROW_PX);
    const anchor = chips.length ? prefix.filter((zone) => renderer.spot(zone)).at(-1) : undefined;
    const spot = anchor === undefined ? undefined : renderer.spot(anchor);
    const at = rivals ? this.#onBoard(rivals) : spot && this.#onBoard(renderer.screen(spot));
    this.box.classList.toggle("names", rivals !== undefined);
    this.#fill(chips, labels, at !== undefined, rivals !== undefined);
    chips.forEach((zone, i) => this.box.children[i].setAttribute("aria-pressed", String(zone === input.pending?.zone)));
    const directed = chips.flatMap((zone, i) => (arrows[zone] ? [{ chip: /** @type {HTMLElement} */ (this.box.children[i]), direction: arrows[zone] }] : []));
    if (at && anchor !== undefined && directed.length) {
      const far = Math.max(44, (renderer.box(anchor)?.width ?? 0) * renderer.scale);
      void import("./arrow_chips.js").then(({ surround }) => surround(directed, at, far));
    }
    const beside = rivals !== undefined || chips.length > 0 && chips.length === input.legal.length && !directed.length;
    this.#place(beside ? at : undefined);
  }

  /** A point of the screen relative to the board, in px. @param {Point} point */
  #onBoard({ x, y }) {
    const board = this.board.getBoundingClientRect();
    return { x: x - board.left, y: y - board.top };
  }

  /**
   * Fill the box.  Chips that differ only in a number show the number, unless they are to be named.  An equal box stays:
   * a pointer may be pressed on it.
   * @param {readonly string[]} zones
   * @param {Labels} labels
   * @param {boolean} anchored
   * @param {boolean} named
   */
  #fill(zones, labels, anchored, named) {
    const { box } = this;
    const key = JSON.stringify([zones, zones.map((zone) => labels[zone]), anchored, named]);
    if (box.dataset.key === key) return;
    box.dataset.key = key;
    const stems = zones.map((zone) => /^(.+?)-?\d+$/.exec(zone)?.[1]);
    box.replaceChildren(...zones.map((zone, i) => {
      const label = labels[zone] ?? zone;
      const isNumber = !named && stems[i] !== undefined && stems.filter((each) => each === stems[i]).length > 1;
      const chip = document.createElement("button");
      Object.assign(chip.dataset, { act: "tap", value: zone });
      chip.className = "chip";
      chip.type = "button";
      chip.setAttribute("aria-label", label);
      chip.textContent = (isNumber && /\d+$/.exec(zone)?.[0]) || label;
      return chip;
    }));
  }

  /** Put the box beside a point, or below the board in the room reserved for the most chips so far. @param {Point | undefined} at */
  #place(at) {
    const { box, board } = this;
    box.classList.toggle("near-target", at !== undefined);
    box.style.left = box.style.top = "";
    if (!at) {
      if (box.hasChildNodes()) reserve(board, box.scrollHeight + 6);
      return;
    }
    const x = Math.min(Math.max(at.x - box.offsetWidth / 2, 4), board.clientWidth - box.offsetWidth - 4);
    const above = at.y - box.offsetHeight - 28;
    box.style.left = `${Math.max(0, x)}px`;
    box.style.top = `${above > 0 ? above : at.y + 28}px`;
  }
}

/**
 * Reserve room for chips below a board.  It never shrinks: nothing may move under a pointer.
 * @param {HTMLElement} board
 * @param {number} height in px
 */
function reserve(board, height) {
  const { style } = /** @type {HTMLElement} */ (board.parentElement);
  if (height > (parseFloat(style.getPropertyValue("--room")) || 0)) style.setProperty("--room", `${height}px`);
}
