// The animation of a ply: its events move their nodes, one event after the other.
// The outer group of a node gets its new place at once; the inner group is animated from the old one.

/** @typedef {import("../messages").Event} Event */
/** @typedef {import("../messages").Node} Node */
/** @typedef {import("./scene.js").BoardRenderer} BoardRenderer */
/** @typedef {import("./scene.js").Point} Point */
/** Times in ms from the start of the ply. @typedef {{from: number, to: number, end?: Point, via?: Point[], arc?: boolean, effect?: "pop" | "flip" | "roll" | "fade"}} Leg */
/** A delta of nodes, and the events that caused it. @typedef {{set: readonly Node[], del: readonly string[], order?: readonly string[], events: readonly Event[]}} Change */

/** Adds a keyframe; easing: to the next one, height: above the board. @typedef {(ms: number, p: Point, look?: {turn?: string, opacity?: number, easing?: string, height?: number}) => void} Put */

/** Factors on all durations, by the setting `motion`; 0: no animation. */
export const SPEEDS = /** @type {Record<string, number>} */ ({ off: 0, fast: 0.5, normal: 1, slow: 1.9 });

const WALK_MS = 90;
const LONGEST_MS = 900;
const STONE_MS = 110;
const LONGEST_SOWING_MS = 1200;
const FLIGHT_MS = 240;
const REST_MS = 90;
const POPS = new Set(["place", "enter", "build", "home", "fortress", "king"]);
const UPRIGHT = "rotate(0deg) scale(1, 1)";
const RAISED = "rotate(0deg) scale(1.1, 1.1)";
/** Heights in units of the board: from which a new piece drops, to which a carried one is lifted, and of a bounce. */
const DROP = 30;
const LIFT = 9;
const BOUNCE = 4;
const ONE_BY_ONE = new Set(["sow", "drop", "overflow"]);

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
    const held = timeline.held();
    renderer.change(timeline.without(held), [], undefined);
    renderer.change([], [], change.order);
    return this.#run(timeline, change, before, held);
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
    if (!inner || !now || !end) return [];
    const home = { x: +now[2], y: +now[3] };
    const frames = keyframes(legs, old && { x: +old[2], y: +old[3] }, home, end);
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

/**
 * The keyframes of one node through all its legs, relative to its place at the end.
 * @param {Leg[]} legs
 * @param {Point | undefined} old
 * @param {Point} home
 * @param {number} end
 * @returns {Keyframe[]}
 */
function keyframes(legs, old, home, end) {
  /** @type {Keyframe[]} */
  const frames = [];
  let at = old ?? home;
  let reached = 0;
  /** @type {Put} */
  const put = (ms, p, { turn = UPRIGHT, opacity = 1, easing = "ease-in-out", height = 0 } = {}) => {
    reached = Math.max(reached, Math.min(1, ms / end));
    const move = `translate(${(p.x - home.x).toFixed(1)}px, ${(p.y - height - home.y).toFixed(1)}px)`;
    frames.push({ offset: reached, transform: `${move} ${turn}`, opacity, easing });
  };
  put(0, at, { opacity: old ? 1 : 0 });
  legs.forEach((leg, i) => {
    const isLast = i === legs.length - 1;
    const to = leg.effect === "fade" ? at : isLast ? home : leg.end ?? home;
    put(leg.from, at, { opacity: frames.length > 1 || old ? 1 : 0, easing: leg.effect ? "ease-in-out" : "ease-out" });
    travel(leg, at, to, put);
    at = to;
  });
  const last = legs.at(-1);
  put(end, at, { opacity: last?.effect === "fade" ? 0 : 1 });
  return frames;
}

/**
 * Put the keyframes of one leg: a piece is lifted, carried, and set down with two small bounces.
 * @param {Leg} leg
 * @param {Point} from
 * @param {Point} to
 * @param {Put} put
 */
function travel(leg, from, to, put) {
  const ms = leg.to - leg.from;
  /** @param {number} part @returns {Point} */
  const between = (part) => ({ x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part });
  /** @param {number} part of the leg at which the piece touches the board */
  const land = (part) => {
    const rest = 1 - part;
    put(leg.from + ms * part, to, { easing: "ease-out" });
    put(leg.from + ms * (part + rest * 0.35), to, { height: BOUNCE, easing: "ease-in" });
    put(leg.from + ms * (part + rest * 0.65), to, { easing: "ease-out" });
    put(leg.from + ms * (part + rest * 0.85), to, { height: BOUNCE / 3, easing: "ease-in" });
  };
  if (leg.effect === "pop") {
    put(leg.from + 1, to, { turn: RAISED, opacity: 0, height: DROP, easing: "ease-out" });
    put(leg.from + ms * 0.2, to, { turn: RAISED, height: DROP, easing: "ease-in" });
    land(0.6);
  } else if (leg.effect === "flip") {
    put(leg.from + ms / 2, between(0.5), { turn: "rotate(0deg) scale(1, 0.05)", height: LIFT / 2 });
  } else if (leg.effect === "roll") {
    for (const part of [0.25, 0.5, 0.75]) put(leg.from + ms * part, between(part), { turn: `rotate(${part * 720}deg) scale(${1.2 - part / 5}, ${1.2 - part / 5})`, height: part === 0.5 ? BOUNCE * 2 : 0, easing: "linear" });
    put(leg.from + ms * 0.99, to, { turn: "rotate(720deg) scale(1, 1)" });
  } else if (leg.arc) {
    const far = Math.hypot(to.x - from.x, to.y - from.y);
    put(leg.from + ms * 0.42, between(0.5), { turn: RAISED, height: Math.min(60, far / 4), easing: "ease-in" });
    land(0.8);
  } else if (leg.via?.length) {
    const all = leg.via.length + 1;
    leg.via.forEach((point, i) => put(leg.from + (ms * (i + 1)) / all, point, { height: LIFT }));
  } else if (leg.effect !== "fade") {
    const far = Math.hypot(to.x - from.x, to.y - from.y);
    put(leg.from + ms * 0.4, between(0.55), { height: Math.min(LIFT * 2, far / 4), easing: "ease-in" });
    land(0.72);
  }
  put(leg.to, to, { opacity: leg.effect === "fade" ? 0 : 1 });
}
