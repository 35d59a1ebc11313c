// The animation of a ply: its events move their nodes, one event after the other.
// The outer group of a node gets its new place at once; the inner group is animated from the old one.

/** @typedef {import("./scene.js").BoardRenderer} BoardRenderer */
/** @typedef {import("./timeline.js").Timeline} Times */
/** @typedef {import("./timeline.js").Change} Change */

/** Factors on all durations, by the setting `motion`; 0: no animation. */
export const SPEEDS = /** @type {Record<string, number>} */ ({ off: 0, fast: 0.5, normal: 1, slow: 1.9 });

/** Fetched at the first animation: a page is shown before anything moves on it. @type {typeof import("./timeline.js").Timeline | undefined} */
let Timeline;

/** Fetch what computes times and keyframes. */
export async function loadMotion() {
  ({ Timeline } = await import("./timeline.js"));
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
    if (!Timeline) return this.#load(change);
    const { renderer } = this;
    const timeline = new Timeline(renderer, change);
    const travels = this.speed > 0 && !this.isStill;
    if (!travels) {
      renderer.change(change.set, change.del, change.order);
      return this.#pause(timeline, this.speed ? Math.min(timeline.end, 600) : 0);
    }
    const held = timeline.held();
    renderer.change(timeline.without(held), [], undefined);
    renderer.change([], [], change.order);
    return this.#run(timeline, change, held);
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

  /** Sound the events without motion, and pause for some ms. @param {Times} timeline @param {number} ms @returns {Promise<void>} */
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

  /** @param {Times} timeline @param {Change} change @param {Map<string, number>} held @returns {Promise<void>} */
  #run(timeline, change, held) {
    const { renderer, speed } = this;
    const running = [...timeline.legs.keys()].flatMap((id) => this.#animate(timeline, id));
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

  /** @param {Times} timeline @param {string} id @returns {Animation[]} */
  #animate(timeline, id) {
    const inner = this.renderer.elements.get(id)?.firstElementChild;
    const frames = timeline.frames(id);
    return inner && frames.length ? [inner.animate(frames, { duration: timeline.end * this.speed, fill: "both" })] : [];
  }
}
