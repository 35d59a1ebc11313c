// From taps to moves: what is chosen so far, pointers, drags, the second tap, previews.  Knows only the trie.

import { follow, forced, moves, next } from "./trie.js";

/** @typedef {import("./messages").Board} Board */
/** @typedef {import("./scene.js").Painter} Painter */
/**
 * @typedef {object} Owner
 * @property {(move: string, prefix: string[]) => void} play
 * @property {(prefix: string[], zone: string) => void} refused a tap that leads nowhere
 * @property {(prefix: string[], move: string | undefined) => void} chosen the prefix has changed; `move` waits for a second tap
 * @property {() => void} touched any tap, before it counts
 * @property {(zone: string | undefined, held: boolean) => void} looked the pointer rests on a zone, or a finger is held there
 * @property {() => {quick: boolean, confirm: boolean}} settings
 */

const DRAG_PX = 8;
const HOLD_MS = 450;
const REST_MS = 250;

export class Taps {
  /** @param {Painter} painter @param {Owner} owner */
  constructor(painter, owner) {
    this.painter = painter;
    this.owner = owner;
    /** @type {Board | undefined} */
    this.board = undefined;
    /** @type {string[]} */
    this.prefix = [];
    /** A complete move that waits for the second tap. @type {{move: string, zone: string} | undefined} */
    this.pending = undefined;
    /** @type {{id: number, x: number, y: number, zone: string | undefined, drags: boolean, since: number} | undefined} */
    this.press = undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    /** Previews and icons fetched for this position. @type {Record<string, string>} */
    this.icons = {};
    const { svg } = painter;
    svg.addEventListener("pointerdown", (event) => this.#down(event));
    svg.addEventListener("pointermove", (event) => this.#move(event));
    svg.addEventListener("pointerup", (event) => this.#up(event));
    svg.addEventListener("pointercancel", () => this.#drop());
    svg.addEventListener("pointerleave", () => this.hover(undefined));
    svg.addEventListener("contextmenu", (event) => event.preventDefault());
    svg.addEventListener("click", (event) => {
      // Screen readers click without a pointer.
      const zone = event.detail === 0 && /** @type {Element} */ (event.target).closest("[data-zone]")?.getAttribute("data-zone");
      if (zone) this.tap(zone);
    });
  }

  get trie() {
    return this.board?.trie;
  }

  /** The zones that lead on. */
  get legal() {
    return next(this.trie, this.prefix);
  }

  /** The chips among them: what can be tapped but lies nowhere on the board. */
  get chips() {
    return this.legal.filter((zone) => !this.painter.spot(zone));
  }

  /** Show a new position. @param {Board | undefined} board */
  reset(board) {
    this.board = board;
    this.icons = {};
    this.#choose([]);
  }

  /** Drop everything chosen. @returns {boolean} whether anything was */
  cancel() {
    const had = this.prefix.length > 0 || this.pending !== undefined;
    this.#choose([]);
    return had;
  }

  /** @param {string[]} prefix @param {{move: string, zone: string}} [pending] */
  #choose(prefix, pending) {
    this.prefix = prefix;
    this.pending = pending;
    this.looking = undefined;
    this.painter.noGhosts();
    this.draw();
    this.owner.chosen(prefix, pending?.move);
  }

  /** Draw dots and labels for what is chosen. */
  draw() {
    const { painter, prefix } = this;
    if (!painter.scene) return;
    const legal = this.legal.filter((zone) => painter.spot(zone));
    const chosen = this.pending ? [...prefix, this.pending.zone] : prefix;
    painter.dots(this.pending ? [] : legal, chosen, this.#signs(legal), prefix.length === 0);
  }

  /** The sign of every zone whose moves all bring the same. @param {string[]} legal */
  #signs(legal) {
    const icons = { ...this.board?.marks, ...this.icons };
    const found = /** @type {Record<string, string>} */ ({});
    for (const zone of legal) {
      const behind = moves(follow(this.trie, [...this.prefix, zone]));
      const signs = new Set(behind.map((move) => icons[move] ?? ""));
      const [sign] = signs;
      if (signs.size === 1 && sign) found[zone] = sign;
    }
    return found;
  }

  /** A tap on a zone or chip. @param {string} zone */
  tap(zone) {
    this.owner.touched();
    if (this.pending) {
      const { move, zone: last } = this.pending;
      if (zone === last) {
        this.#play(move);
        return;
      }
      this.pending = undefined;
    }
    const at = this.prefix.indexOf(zone);
    if (at >= 0) {
      this.#choose(this.prefix.slice(0, at)); // tapping what is chosen always lets go of it
      return;
    }
    const child = follow(this.trie, [...this.prefix, zone]);
    if (child === undefined) this.#elsewhere(zone);
    else if (typeof child === "string") this.#complete(child, zone);
    else this.#step([...this.prefix, zone], child);
  }

  /** @param {string} zone */
  #elsewhere(zone) {
    const child = this.prefix.length ? follow(this.trie, [zone]) : undefined;
    if (typeof child === "object") this.#step([zone], child);
    else {
      this.#choose(this.prefix);
      this.owner.refused(this.prefix, zone);
    }
  }

  /** @param {string[]} prefix @param {import("./trie.js").Trie} child */
  #step(prefix, child) {
    const only = this.owner.settings().quick ? forced(child) : undefined;
    // Passing, handing over and the like are chips: never played by themselves.
    if (only && only.taps.every((zone) => this.painter.spot(zone))) {
      this.prefix = prefix;
      this.#complete(only.move, only.taps[only.taps.length - 1]);
    } else this.#choose(prefix);
  }

  /** @param {string} move @param {string} zone */
  #complete(move, zone) {
    if (this.owner.settings().confirm) this.#choose(this.prefix, { move, zone });
    else this.#play(move);
  }

  /** @param {string} move */
  #play(move) {
    const { prefix } = this;
    this.#choose([]);
    this.owner.play(move, prefix);
  }

  // --- pointers ---------------------------------------------------------------------------------------------------------

  /** @param {PointerEvent} event @returns {string | undefined} */
  #zone(event) {
    const legal = new Set([...this.legal, ...(this.prefix.length ? next(this.trie, []) : [])]);
    const best = this.painter.zoneAt(event.clientX, event.clientY, new Set(this.legal));
    return best && this.legal.includes(best) ? best : this.painter.zoneAt(event.clientX, event.clientY, legal);
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (event.button !== 0 || !event.isPrimary) return;
    const zone = this.#zone(event);
    this.hovered = undefined;
    this.press = { id: event.pointerId, x: event.clientX, y: event.clientY, zone, drags: false, since: event.timeStamp };
    this.painter.svg.setPointerCapture(event.pointerId);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      if (this.press && !this.press.drags && zone) this.#look(zone, true);
    }, HOLD_MS);
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const { press } = this;
    if (!press) {
      if (event.pointerType === "mouse") this.hover(this.#zone(event));
      return;
    }
    if (event.pointerId !== press.id) return;
    if (!press.drags && Math.hypot(event.clientX - press.x, event.clientY - press.y) > DRAG_PX) this.#lift(press);
    if (press.drags) this.#carry(event);
  }

  /** A drag begins: the zone under the pointer is the first tap. @param {NonNullable<Taps["press"]>} press */
  #lift(press) {
    press.drags = true;
    const { zone } = press;
    if (!zone || this.prefix.at(-1) === zone) return;
    if (typeof follow(this.trie, [...this.prefix, zone]) === "object") this.#choose([...this.prefix, zone]);
    else if (typeof follow(this.trie, [zone]) === "object") this.#choose([zone]);
    else press.zone = undefined; // nothing to carry: sliding corrects the target
  }

  /** Carry copies of the pieces that lie on the zone. @param {PointerEvent} event */
  #carry(event) {
    const { painter, press } = this;
    const zone = press?.zone;
    const spot = zone && painter.spot(zone);
    if (!spot) {
      this.hover(this.#zone(event));
      return;
    }
    const at = painter.locate(event.clientX, event.clientY);
    painter.ghosts(painter.lying(zone).map((node) => [node[0], node[1], String(+node[2] + at.x - spot.x), String(+node[3] + at.y - spot.y), node[4], node[5]]), []);
    this.#aim(this.#zone(event));
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const { press } = this;
    clearTimeout(this.timer);
    if (!press || event.pointerId !== press.id) return;
    this.press = undefined;
    this.painter.noGhosts();
    this.#aim(undefined);
    const zone = this.#zone(event);
    // A finger's long press only looks; a mouse looks by resting.  The times are those of the device: a busy page is no long press.
    const only = event.pointerType !== "mouse" && event.timeStamp - press.since >= HOLD_MS && zone === press.zone;
    this.#look(undefined);
    if (only) return;
    const carried = press.drags && press.zone !== undefined;
    if (carried && zone === press.zone) return;
    if (zone) this.tap(zone);
    else if (!carried) this.cancel();
  }

  #drop() {
    clearTimeout(this.timer);
    this.press = undefined;
    this.painter.noGhosts();
    this.#look(undefined);
  }

  /** @param {string | undefined} zone */
  #aim(zone) {
    for (const [name, button] of this.painter.buttons) button.classList.toggle("aim", name === zone && this.legal.includes(name));
  }

  /** The pointer is over a zone or chip. @param {string | undefined} zone */
  hover(zone) {
    if (zone === this.hovered) return;
    this.hovered = zone;
    this.#aim(zone);
    clearTimeout(this.timer);
    if (zone) this.timer = setTimeout(() => this.#look(zone), REST_MS);
    else this.#look(undefined);
  }

  /** Tell what a tap on a zone would bring, when only one move lies behind it. @param {string | undefined} zone @param {boolean} [held] */
  #look(zone, held = false) {
    const shown = this.looking;
    const behind = zone && !this.pending ? moves(follow(this.trie, [...this.prefix, zone])) : [];
    this.looking = behind.length === 1 ? zone : undefined;
    if (this.looking) this.owner.chosen(this.prefix, behind[0]);
    else if (shown && !this.pending) this.owner.chosen(this.prefix, undefined);
    this.owner.looked(zone, held);
  }

  /** @type {string | undefined} */
  hovered = undefined;
  /** The zone whose only move is being shown. @type {string | undefined} */
  looking = undefined;
}
