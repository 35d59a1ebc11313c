// The animation of a ply: its events move their nodes, one event after the other.
// The outer group of a node gets its new place at once; the inner group is animated from the old one.

/** @typedef {import("../messages").Event} Event */
/** @typedef {import("../messages").Node} Node */
/** @typedef {import("./scene.js").BoardRenderer} BoardRenderer */
/** @typedef {import("./scene.js").Point} Point */
/** @typedef {import("./keyframes.js").Leg} Leg */
/** A delta of nodes, and the events that caused it. @typedef {{set: readonly Node[], del: readonly string[], order?: readonly string[], events: readonly Event[]}} Change */

/** Factors on all durations, by the setting `motion`; 0: no animation. */
export const SPEEDS = /** @type {Record<string, number>} */ ({ off: 0, fast: 0.5, normal: 1, slow: 1.9 });

const WALK_MS = 90;
const LONGEST_MS = 900;
const STONE_MS = 110;
const LONGEST_SOWING_MS = 1200;
const FLIGHT_MS = 240;
const REST_MS = 90;
const POPS = new Set(["place", "enter", "build", "home", "fortress", "king"]);
const ONE_BY_ONE = new Set(["sow", "drop", "overflow"]);

/** Fetched at the first animation: a page is shown before anything moves on it. @type {typeof import("./keyframes.js") | undefined} */
let motion;

/** Fetch what computes keyframes. */
export async function loadMotion() {
  motion ??= await import("./keyframes.js");
}

/** Animates the plies of one board; at most one at a time. */
export class Animator {
  /**
   * @param {BoardRenderer} renderer
   * @param {(kind: string, step: number) => void} onSound called at every event with its kind, and the index of the stone in it
   */
  constructor(renderer, onSound) {
    this.renderer = renderer;
    this.onSound = onSound;
    this.speed = 1;
    this.isStill = false;
    /** @type {(() => void) | undefined} */
    this.stop = undefined;
    /** Settles when nothing moves. @type {Promise<void>} */
    this.running = Promise.resolve();
    /** When the last animation ended, in ms of `performance.now`. */
    this.ended = -Infinity;
  }

  /** Wait until nothing has moved for some ms. @param {number} ms */
  async rest(ms) {
    await this.running;
    const wait = this.ended + ms - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
  }

  /** End the running animation at once, in the position it leads to. */
  finish() {
    this.stop?.();
  }

  /** Animate a change to the position after it. @param {Change} change @returns {Promise<void>} settles at its end, also when it is ended early */
  play(change) {
    this.finish();
    this.running = this.#play(change).then(() => { this.ended = performance.now(); });
    return this.running;
  }

  /** @param {Change} change @returns {Promise<void>} */
  #play(change) {
    const { renderer } = this;
    const before = new Map([...renderer.nodes].map(([id, node]) => [id, node]));
    const timeline = new Timeline(renderer, change, before);
    const travels = this.speed > 0 && !this.isStill;
    if (!travels) {
      renderer.change(change.set, change.del, change.order);
      return this.#pause(timeline, this.speed ? Math.min(timeline.end, 600) : 0);
    }
    if (!motion) return this.#load(change);
    const held = timeline.held();
    renderer.change(timeline.without(held), [], undefined);
    renderer.change([], [], change.order);
    return this.#run(timeline, change, before, held);
  }

  /** Animate a change as soon as that can be done; ended before, or without the network, show what it leads to. @param {Change} change */
  async #load(change) {
    const stop = () => {
      this.stop = undefined;
      this.renderer.change(change.set, change.del, change.order);
    };
    this.stop = stop;
    await loadMotion().catch(() => this.stop?.());
    if (this.stop === stop) await this.#play(change);
  }

  /** Sound the events without motion, and pause for some ms. @param {Timeline} timeline @param {number} ms @returns {Promise<void>} */
  #pause(timeline, ms) {
    for (const kind of new Set(timeline.sounds.map((each) => each.kind))) this.onSound(kind, 0);
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.stop?.(), ms);
      this.stop = () => {
        clearTimeout(timer);
        this.stop = undefined;
        resolve();
      };
    });
  }

  /** @param {Timeline} timeline @param {Change} change @param {Map<string, Node>} before @param {Map<string, number>} held @returns {Promise<void>} */
  #run(timeline, change, before, held) {
    const { renderer, speed } = this;
    const running = [...timeline.legs].flatMap(([id, legs]) => this.#animate(id, legs, before.get(id), timeline.end));
    /** @type {ReturnType<typeof setTimeout>[]} */
    const timers = timeline.sounds.map(({ kind, at, step }) => setTimeout(() => this.onSound(kind, step), at * speed));
    for (const [id, at] of held) {
      const node = change.set.find((each) => each[0] === id);
      if (node) timers.push(setTimeout(() => renderer.change([node], []), at * speed));
    }
    return new Promise((resolve) => {
      this.stop = () => {
        this.stop = undefined;
        timers.forEach(clearTimeout);
        running.forEach((each) => each.cancel());
        renderer.change(change.set, change.del, change.order);
        resolve();
      };
      timers.push(setTimeout(() => this.stop?.(), timeline.end * speed + 20));
    });
  }

  /** @param {string} id @param {Leg[]} legs @param {Node | undefined} old @param {number} end @returns {Animation[]} */
  #animate(id, legs, old, end) {
    const inner = this.renderer.elements.get(id)?.firstElementChild;
    const now = this.renderer.nodes.get(id);
    if (!inner || !now || !end || !motion) return [];
    const home = { x: +now[2], y: +now[3] };
    const frames = motion.keyframes(legs, old && { x: +old[2], y: +old[3] }, home, end);
    return [inner.animate(frames, { duration: end * this.speed, fill: "both" })];
  }
}

/** The times of all motions and sounds of a ply: one leg for every node of every event. */
class Timeline {
  /** @param {BoardRenderer} renderer @param {Change} change @param {Map<string, Node>} before */
  constructor(renderer, change, before) {
    this.renderer = renderer;
    this.change = change;
    this.before = before;
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
