// The tree of moves: the plies of the game, variations tried by the player, and the position shown of them.

import { isPrefix } from "../board/trie.js";
import { make, part } from "../lib/elements.js";

/** @typedef {import("./tree").Tree} Tree */
/** @typedef {import("./tree").Game} Game */

/** The actions that show another place of the tree. */
const WALKS = new Set(["ply", "line", "first", "prev", "next", "live"]);

/** The number of each ply as people count moves: it rises when a player begins another turn, which a throw (seat -1) or, without dice, another seat begins. @param {[string, number][]} log @returns {number[]} */
export function moveNumbers(log) {
  let number = 1, moved = new Set(), hasDice = false;
  return log.map(([, seat], place) => {
    hasDice ||= seat < 0;
    if (!place || seat < 0 || (!hasDice && seat !== log[place - 1][1])) {
      const player = log.slice(place).find((ply) => ply[1] >= 0)?.[1];
      if (moved.has(player)) [number, moved] = [number + 1, new Set()];
      moved.add(player);
    }
    return number;
  });
}

/** The list of moves with variations, and the place in it that is shown. */
export class MoveTree {
  /** @param {{g: string, lang: string}} page @param {Tree["handlers"]} handlers */
  constructor(page, handlers) {
    this.page = page;
    this.handlers = handlers;
    /** @type {Game | undefined} */
    this.game = undefined;
    /** Whether an earlier position or a variation is shown. */
    this.isPast = false;
    /** How many plies of the game lie before what is shown, while `isPast`. */
    this.ply = 0;
    /** The moves of the variation that is shown, from `ply` on. @type {string[]} */
    this.tried = [];
    /** @type {Tree["variations"]} */
    this.variations = [];
    /** The grades of an analysis by ply. @type {Record<number, {grade: string, kind: string, named: string}>} */
    this.signs = {};
    /** @type {Promise<import("./tree_walk.js").TreeWalk> | undefined} */
    this.walked = undefined;
  }

  /** Set a new view of the game, and show its end. @param {Game} game */
  reset(game) {
    this.game = game;
    this.isPast = false;
    this.tried = [];
    this.render();
  }

  /** Add a ply to the game. @param {Game} game */
  grow(game) {
    this.game = game;
    const list = part("log");
    const { length } = this.game.log;
    if (this.isPast || this.variations.length || list.children.length !== length - 1) {
      this.render();
      return;
    }
    list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    list.append(this.#item(length - 1, true, moveNumbers(this.game.log)));
  }

  /** How many plies of the game lie before what is shown. */
  get at() {
    return this.isPast ? this.ply : this.game?.log.length ?? 0;
  }

  /** The walk through the tree, fetched when an earlier position is wanted for the first time. */
  walk() {
    return (this.walked ??= import("./tree_walk.js").then(({ TreeWalk }) => new TreeWalk(this)));
  }

  /** Carry out an action of the list of moves. @param {string} name @param {string} value @returns {boolean} whether it is one */
  act(name, value) {
    if (!WALKS.has(name)) return false;
    void this.walk().then((walk) => walk.act(name, value));
    return true;
  }

  // --- the list -----------------------------------------------------------------------------------------------------------

  /** Fill the list of moves. */
  render() {
    const { game, variations } = this;
    if (!game) return;
    const list = part("log");
    const numbers = moveNumbers(game.log);
    const items = variations.map((variation, place) => {
      const current = this.isPast && this.ply === variation.from && this.tried.length > 0 && isPrefix(this.tried, variation.moves);
      return make("li", { class: "line" }, this.#button("line", String(place), `${variation.from && numbers[variation.from - 1]}: ${variation.moves.join(" ")}`, -1, current));
    });
    /** @param {number} ply */
    const after = (ply) => items.filter((_, place) => variations[place].from === ply);
    const all = game.log.flatMap((_, i) => {
      const current = this.isPast ? this.ply === i + 1 && !this.tried.length : i + 1 === game.log.length;
      return [...after(i), this.#item(i, current, numbers)];
    });
    all.push(...after(game.log.length));
    list.replaceChildren(...all);
    // Which computes the layout of the page:
    if (all.length) this.#scroll();
    part("back").hidden = !this.isPast;
    this.#offerLine();
  }

  /** Offer to keep the moves tried from the present position on as conditional ones, where the page has the form for it. */
  #offerLine() {
    const form = /** @type {HTMLFormElement | null} */ (document.getElementById("line-form"));
    if (!form) return;
    const isPlan = this.isPast && this.ply === this.game?.log.length;
    part("leave-line").hidden = !isPlan;
    part("keep-line").hidden = !isPlan || this.tried.length < 2;
    /** @type {HTMLInputElement} */ (form.elements.namedItem("line")).value = this.tried.join(" ");
  }

  /** The list item of a ply. @param {number} place @param {boolean} current @param {number[]} numbers */
  #item(place, current, numbers) {
    const [move, seat] = this.game?.log[place] ?? ["", -1];
    const button = this.#button("ply", String(place + 1), move, seat, current);
    if (numbers[place] !== numbers[place - 1]) button.dataset.number = `${numbers[place]}.`;
    const sign = this.signs[place + 1];
    if (sign) button.append(make("b", { class: sign.kind, title: sign.named }, sign.grade));
    return make("li", {}, button);
  }

  /** Scroll the ply that is shown into sight.  The end of the list is in sight at scroll position 0. */
  #scroll() {
    const list = part("log");
    const box = /** @type {HTMLElement} */ (list.parentElement);
    const marked = this.isPast && list.querySelector("[aria-current]");
    if (marked) box.scrollTop += marked.getBoundingClientRect().top - box.getBoundingClientRect().top - box.clientHeight / 2;
    else box.scrollTop = 0;
  }

  /** @param {string} act @param {string} value @param {string} text @param {number} seat @param {boolean} current */
  #button(act, value, text, seat, current) {
    const button = make("button", { class: "move", type: "button", "data-act": act, "data-value": value, "data-seat": String(seat) }, text);
    if (current) button.setAttribute("aria-current", "step");
    return button;
  }
}
