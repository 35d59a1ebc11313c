// Input of moves: taps, drags and hovering over zones, interpreted by the trie of taps.

import { movesBelow, nextZones, onlyMove, subtree } from "./trie.js";

/** @typedef {import("../messages").BoardReply} Board */
/** @typedef {import("./scene.js").BoardRenderer} BoardRenderer */
/**
 * @typedef {object} Handlers
 * @property {(move: string) => void} play
 * @property {(prefix: string[], zone: string) => void} refused called on a tap that leads nowhere
 * @property {() => void} [cancelled] called when the choice is dropped
 * @property {(prefix: string[], move: string | undefined) => void} chosen called when the prefix changes; `move` waits for a second tap or is previewed
 * @property {() => void} touched called before any tap takes effect
 * @property {(zone: string | undefined, held: boolean) => void} rested called when the pointer rests on a zone, is held there, or leaves it
 * @property {() => {quick: boolean, confirm: boolean}} settings
 */

/** The distance at which a tap beside a legal zone still counts as a tap on it. */
const SNAP_PX = 22;
/** How far a finger may miss the centre of a zone: legal zones whose centres are all this near are distinguished by name. */
const FINGER_PX = 16;
const DRAG_PX = 8;
const HOLD_MS = 450;
const REST_MS = 250;

/** The taps on one board: the prefix chosen so far, and the zone under the pointer. */
export class MoveInput {
  /** @param {BoardRenderer} renderer @param {Handlers} handlers */
  constructor(renderer, handlers) {
    this.renderer = renderer;
    this.handlers = handlers;
    /** @type {Board | undefined} */
    this.board = undefined;
    /** @type {string[]} */
    this.prefix = [];
    /** A complete move that waits for a second tap. @type {{move: string, zone: string} | undefined} */
    this.pending = undefined;
    /** @type {{id: number, x: number, y: number, zone: string | undefined, drags: boolean, since: number} | undefined} */
    this.press = undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    /** Legal zones that the last tap does not distinguish, and its point on the screen. @type {{zones: string[], x: number, y: number} | undefined} */
    this.rivals = undefined;
    /** Icons of moves fetched for this position. @type {Record<string, string>} */
    this.icons = {};
    const { svg } = renderer;
    svg.addEventListener("pointerdown", (event) => this.#down(event));
    svg.addEventListener("pointermove", (event) => this.#move(event));
    svg.addEventListener("pointerup", (event) => this.#up(event));
    svg.addEventListener("pointercancel", () => this.#drop());
    svg.addEventListener("pointerleave", () => this.hover(undefined));
    svg.addEventListener("contextmenu", (event) => event.preventDefault());
    svg.addEventListener("click", (event) => {
      // Screen readers click without a pointer event.
      const zone = event.detail === 0 && /** @type {Element} */ (event.target).closest("[data-zone]")?.getAttribute("data-zone");
      if (zone) this.tap(zone);
    });
  }

  /** The trie of taps; undefined when nothing may be tapped. */
  get trie() {
    return this.board?.trie;
  }

  /** The zones and chips that may be tapped next. */
  get legal() {
    return nextZones(this.trie, this.prefix);
  }

  /** The chips among them: choices without a place on the board. */
  get chips() {
    return this.legal.filter((zone) => !this.renderer.spot(zone));
  }

  /** Set the position; without one nothing may be tapped. @param {Board | undefined} board */
  reset(board) {
    this.board = board;
    this.icons = {};
    this.#choose([]);
  }

  /** Clear the choice. @returns {boolean} whether anything was chosen */
  cancel() {
    const had = this.prefix.length > 0 || this.pending !== undefined || this.rivals !== undefined;
    this.#choose([]);
    this.handlers.cancelled?.();
    return had;
  }

  /** @param {string[]} prefix @param {{move: string, zone: string}} [pending] */
  #choose(prefix, pending) {
    this.prefix = prefix;
    this.pending = pending;
    this.previewed = undefined;
    if (this.rivals) this.#aim([]);
    this.rivals = undefined;
    this.renderer.clearGhosts();
    this.render();
    this.handlers.chosen(prefix, pending?.move);
  }

  /** Mark what is chosen and what may be chosen next. */
  render() {
    const { renderer, prefix } = this;
    if (!renderer.scene) return;
    const legal = this.legal.filter((zone) => renderer.spot(zone));
    const chosen = this.pending ? [...prefix, this.pending.zone] : prefix;
    renderer.markTargets(this.pending ? [] : legal, chosen, this.#signs(legal), prefix.length === 0);
  }

  /** The sign of every zone whose moves all have the same icon. @param {string[]} legal */
  #signs(legal) {
    const icons = { ...this.board?.marks, ...this.icons };
    const signOf = /** @type {Record<string, string>} */ ({});
    for (const zone of legal) {
      const below = movesBelow(subtree(this.trie, [...this.prefix, zone]));
      const signs = new Set(below.map((move) => icons[move] ?? ""));
      const [sign] = signs;
      if (signs.size === 1 && sign) signOf[zone] = sign;
    }
    return signOf;
  }

  /** Tap a zone or chip. @param {string} zone */
  tap(zone) {
    this.handlers.touched();
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
      // A tap on a chosen zone cancels it and the later ones.
      this.#choose(this.prefix.slice(0, at));
      return;
    }
    const child = subtree(this.trie, [...this.prefix, zone]);
    if (child === undefined) this.#restart(zone);
    else if (typeof child === "string") this.#complete(child, zone);
    else this.#step([...this.prefix, zone], child);
  }

  /** Tap the chip with a digit: the one whose name ends with it, else the one in that place. @param {string} digit @returns {boolean} whether there is one */
  tapChip(digit) {
    const { chips } = this;
    const zone = chips.find((each) => each.endsWith(`-${digit}`)) ?? chips[Number(digit) - 1];
    if (zone) this.tap(zone);
    return zone !== undefined;
  }

  /** Start a new prefix with a zone that does not continue the present one, or refuse it. @param {string} zone */
  #restart(zone) {
    const child = this.prefix.length ? subtree(this.trie, [zone]) : undefined;
    if (typeof child === "object") this.#step([zone], child);
    else {
      this.#choose(this.prefix);
      this.handlers.refused(this.prefix, zone);
    }
  }

  /** @param {string[]} prefix @param {import("./trie.js").Trie} child */
  #step(prefix, child) {
    const only = this.handlers.settings().quick ? onlyMove(child) : undefined;
    // A chip, such as passing, is never played without a tap on it.
    if (only && only.zones.every((zone) => this.renderer.spot(zone))) {
      this.prefix = prefix;
      this.#complete(only.move, only.zones[only.zones.length - 1]);
    } else this.#choose(prefix);
  }

  /** @param {string} move @param {string} zone */
  #complete(move, zone) {
    if (this.handlers.settings().confirm) this.#choose(this.prefix, { move, zone });
    else this.#play(move);
  }

  /** @param {string} move */
  #play(move) {
    this.#choose([]);
    this.handlers.play(move);
  }

  // --- pointers ---------------------------------------------------------------------------------------------------------

  /** The zone meant by a pointer: one that continues the prefix, else one that starts a new prefix. @param {PointerEvent} event @returns {string | undefined} */
  #zone(event) {
    const close = this.#close(event);
    if (close.length === 1) return close[0];
    const legal = new Set([...this.legal, ...(this.prefix.length ? nextZones(this.trie, []) : [])]);
    const best = zoneAt(this.renderer, event.clientX, event.clientY, new Set(this.legal));
    return best && this.legal.includes(best) ? best : zoneAt(this.renderer, event.clientX, event.clientY, legal);
  }

  /** The legal zones whose centres a finger may mean, the nearest first; a mouse is exact. @param {PointerEvent} event @returns {string[]} */
  #close(event) {
    if (event.pointerType === "mouse") return [];
    const { renderer } = this;
    const at = renderer.locate(event.clientX, event.clientY);
    const legal = new Set([...this.legal, ...(this.prefix.length ? nextZones(this.trie, []) : [])]);
    const far = (/** @type {string} */ zone) => {
      const spot = renderer.spot(zone);
      return spot ? Math.hypot(spot.x - at.x, spot.y - at.y) * renderer.scale : Infinity;
    };
    return [...legal].filter((zone) => far(zone) < FINGER_PX).sort((one, other) => far(one) - far(other));
  }

  /** Ask by name which of several zones is meant. @param {string[]} zones @param {PointerEvent} event */
  #ask(zones, event) {
    this.handlers.touched();
    this.#choose(this.prefix, this.pending);
    this.rivals = { zones, x: event.clientX, y: event.clientY };
    this.#aim(zones);
    this.handlers.chosen(this.prefix, this.pending?.move);
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (event.button !== 0 || !event.isPrimary) return;
    const zone = this.#zone(event);
    this.hovered = undefined;
    this.press = { id: event.pointerId, x: event.clientX, y: event.clientY, zone, drags: false, since: event.timeStamp };
    this.renderer.svg.setPointerCapture(event.pointerId);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      if (this.press && !this.press.drags && zone) this.#preview(zone, true);
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

  /** Begin a drag: the zone under the pointer is its first tap. @param {NonNullable<MoveInput["press"]>} press */
  #lift(press) {
    press.drags = true;
    const { zone } = press;
    if (!zone || this.prefix.at(-1) === zone) return;
    if (typeof subtree(this.trie, [...this.prefix, zone]) === "object") this.#choose([...this.prefix, zone]);
    else if (typeof subtree(this.trie, [zone]) === "object") this.#choose([zone]);
    // Where nothing can be dragged, the release taps the zone under the pointer.
    else press.zone = undefined;
  }

  /** Move copies of the pieces on the pressed zone along with the pointer. @param {PointerEvent} event */
  #carry(event) {
    const { renderer, press } = this;
    const zone = press?.zone;
    const spot = zone && renderer.spot(zone);
    if (!spot) {
      this.hover(this.#zone(event));
      return;
    }
    const at = renderer.locate(event.clientX, event.clientY);
    renderer.showGhosts(renderer.piecesOn(zone).map((node) => [node[0], node[1], String(+node[2] + at.x - spot.x), String(+node[3] + at.y - spot.y), node[4], node[5]]), []);
    const end = this.#zone(event);
    this.#aim(end ? [end] : []);
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const { press } = this;
    clearTimeout(this.timer);
    if (!press || event.pointerId !== press.id) return;
    this.press = undefined;
    this.renderer.clearGhosts();
    this.#aim([]);
    const close = press.drags ? [] : this.#close(event);
    if (close.length > 1) {
      this.#preview(undefined);
      this.#ask(close, event);
      return;
    }
    const zone = this.#zone(event);
    // A long press of a finger only previews; a mouse previews by resting.  Event times are those of the device, so that a
    // busy page does not turn a tap into a long press.
    const only = event.pointerType !== "mouse" && event.timeStamp - press.since >= HOLD_MS && zone === press.zone;
    this.#preview(undefined);
    if (only) return;
    const carried = press.drags && press.zone !== undefined;
    if (carried && zone === press.zone) return;
    if (zone) this.tap(zone);
    else if (!carried) this.cancel();
  }

  /** End a press that the browser has cancelled. */
  #drop() {
    clearTimeout(this.timer);
    this.press = undefined;
    this.renderer.clearGhosts();
    this.#preview(undefined);
  }

  /** Mark the zone that a release would tap, or those among which to choose. @param {readonly string[]} zones */
  #aim(zones) {
    for (const [name, button] of this.renderer.buttons) button.classList.toggle("aim", zones.includes(name) && (zones.length > 1 || this.legal.includes(name)));
  }

  /** Handle a change of the zone or chip under the pointer. @param {string | undefined} zone */
  hover(zone) {
    if (zone === this.hovered) return;
    this.hovered = zone;
    if (!this.rivals) this.#aim(zone ? [zone] : []);
    clearTimeout(this.timer);
    if (zone) this.timer = setTimeout(() => this.#preview(zone), REST_MS);
    else this.#preview(undefined);
  }

  /** Preview a tap on a zone that has only one move below it. @param {string | undefined} zone @param {boolean} [held] */
  #preview(zone, held = false) {
    const shown = this.previewed;
    const below = zone && !this.pending ? movesBelow(subtree(this.trie, [...this.prefix, zone])) : [];
    this.previewed = below.length === 1 ? zone : undefined;
    if (this.previewed) this.handlers.chosen(this.prefix, below[0]);
    else if (shown && !this.pending) this.handlers.chosen(this.prefix, undefined);
    this.handlers.rested(zone, held);
  }

  /** @type {string | undefined} */
  hovered = undefined;
  /** The zone whose only move is previewed. @type {string | undefined} */
  previewed = undefined;
}

/**
 * The zone meant by a tap: the legal one that is hit, the nearest legal one within `SNAP_PX`, or any that is hit.
 * @param {BoardRenderer} renderer
 * @param {number} x in px of the screen
 * @param {number} y
 * @param {ReadonlySet<string>} legal
 * @returns {string | undefined}
 */
function zoneAt(renderer, x, y, legal) {
  const hit = document.elementFromPoint(x, y)?.closest("[data-zone]")?.getAttribute("data-zone") ?? undefined;
  if (hit && legal.has(hit)) return hit;
  const at = renderer.locate(x, y);
  let best = hit;
  let reach = SNAP_PX / renderer.scale;
  for (const zone of legal) {
    const spot = renderer.spot(zone);
    const box = renderer.box(zone);
    if (!spot || !box) continue;
    const far = hit ? Math.hypot(spot.x - at.x, spot.y - at.y) : distance(box, at);
    if (far < reach) {
      best = zone;
      reach = far;
    }
  }
  return best;
}

/** The distance of a point from a box, 0 inside it. @param {DOMRect} box @param {import("./scene.js").Point} at */
function distance(box, at) {
  return Math.hypot(
    Math.max(box.x - at.x, 0, at.x - box.x - box.width),
    Math.max(box.y - at.y, 0, at.y - box.y - box.height),
  );
}
