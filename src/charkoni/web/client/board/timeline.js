// The times of a ply's motions: a leg for every node of every event, one event after the other.  Fetched at the first animation.

import { keyframes } from "./keyframes.js";

/** @typedef {import("../messages").Event} Event */
/** @typedef {import("../messages").Node} Node */
/** A delta of nodes, and the events that caused it. @typedef {{set: readonly Node[], del: readonly string[], order?: readonly string[], events: readonly Event[]}} Change */
/** @typedef {import("./keyframes.js").Leg} Leg */
/** @typedef {import("./scene.js").BoardRenderer} BoardRenderer */
/** @typedef {import("./scene.js").Point} Point */

const WALK_MS = 90;
const LONGEST_MS = 900;
const STONE_MS = 110;
const LONGEST_SOWING_MS = 1200;
const FLIGHT_MS = 240;
const REST_MS = 90;
const POPS = new Set(["place", "enter", "build", "home", "fortress", "king"]);
const ONE_BY_ONE = new Set(["sow", "drop", "overflow"]);

/** The times of all motions and sounds of a ply: one leg for every node of every event. */
export class Timeline {
  /** @param {BoardRenderer} renderer showing the nodes before the change @param {Change} change */
  constructor(renderer, change) {
    this.renderer = renderer;
    this.change = change;
    this.before = new Map(renderer.nodes);
    /** @type {Map<string, Leg[]>} */
    this.legs = new Map();
    /** @type {{kind: string, at: number, step: number}[]} */
    this.sounds = [];
    /** When the last piece arrives at a zone or leaves it. @type {Map<string, number>} */
    this.arrivals = new Map();
    this.end = 0;
    for (const event of change.events) this.end = this.#event(event, this.end);
  }

  /** @param {Event} event @param {number} start @returns {number} its end in ms */
  #event(event, start) {
    const ids = event.ids ?? [];
    const one = ONE_BY_ONE.has(event.kind);
    const step = one ? Math.min(STONE_MS, LONGEST_SOWING_MS / Math.max(1, ids.length)) : 0;
    const path = (event.path ?? []).flatMap((zone) => this.renderer.spot(zone) ?? []);
    let over = start;
    if (!one) this.sounds.push({ kind: event.kind, at: start, step: 0 });
    ids.forEach((id, i) => {
      const from = start + i * step;
      const zone = event.to?.[i] ?? "";
      const leg = this.#leg(event.kind, id, zone, from, one ? path.slice(0, i + 1) : path);
      const legs = this.legs.get(id);
      if (legs) legs.push(leg);
      else this.legs.set(id, [leg]);
      if (one) this.sounds.push({ kind: event.kind, at: leg.to, step: i });
      if (event.zone) this.arrivals.set(event.zone, from);
      this.arrivals.set(zone, leg.to);
      over = Math.max(over, leg.to);
    });
    return ids.length ? over + REST_MS : over;
  }

  /** @param {string} kind @param {string} id @param {string} zone @param {number} from @param {Point[]} path @returns {Leg} */
  #leg(kind, id, zone, from, path) {
    const end = this.renderer.spot(zone);
    if (kind === "throw") return { from, to: from + 500, end, effect: "roll" };
    if (kind === "bind" || kind === "free") return { from, to: from + 280, end, effect: "flip" };
    if (!this.before.has(id) || POPS.has(kind)) return { from, to: from + 260, end, effect: "pop" };
    if (!end) return { from, to: from + FLIGHT_MS, effect: "fade" };
    if (kind === "capture" || kind === "collect") return { from, to: from + 420, end, arc: true };
    const walks = kind === "move" && path.length > 1;
    if (walks) return { from, to: from + Math.min(LONGEST_MS, Math.max(180, WALK_MS * path.length)), end, via: path.slice(1, -1) };
    return { from, to: from + FLIGHT_MS, end };
  }

  /** The keyframes of a node that has legs, once the nodes are in place; [] for one that is gone. @param {string} id @returns {Keyframe[]} */
  frames(id) {
    const old = this.before.get(id);
    const now = this.renderer.nodes.get(id);
    if (!now || !this.end) return [];
    return keyframes(this.legs.get(id) ?? [], old && { x: +old[2], y: +old[3] }, { x: +now[2], y: +now[3] }, this.end);
  }

  /** Counts that must not change before their pieces arrive: the time of each change by id. @returns {Map<string, number>} */
  held() {
    const held = new Map();
    for (const node of this.change.set) {
      const old = this.before.get(node[0]);
      if (!old || this.legs.has(node[0]) || old[5] === node[5]) continue;
      const zone = this.#zoneOf(node);
      held.set(node[0], this.arrivals.get(zone) ?? this.end);
    }
    return held;
  }

  /** The zone whose centre is nearest. @param {Node} node @returns {string} */
  #zoneOf(node) {
    let best = "";
    let least = Infinity;
    for (const [zone, [x, y]] of Object.entries(this.renderer.scene?.spots ?? {})) {
      const far = Math.hypot(x - +node[2], y - +node[3]);
      if (far < least) [best, least] = [zone, far];
    }
    return best;
  }

  /** The changed nodes but those held back. @param {Map<string, number>} held @returns {Node[]} */
  without(held) {
    return this.change.set.filter((node) => !held.has(node[0]));
  }
}
