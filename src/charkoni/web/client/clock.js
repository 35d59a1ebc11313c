// Clocks: the server owns the time, here it is only shown.

/** @typedef {import("./messages").Clocks} Clocks */

const WARNINGS = [60000, 10000];

/** Milliseconds as people read them: 5:07, or 8.3 below ten seconds. @param {number} ms */
export function shown(ms) {
  const left = Math.max(0, ms);
  if (left < 10000) return (Math.floor(left / 100) / 10).toFixed(1);
  const seconds = Math.ceil(left / 1000);
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  const rest = String(seconds % 60).padStart(2, "0");
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}

export class Clock {
  /**
   * @param {(seat: number, text: string, low: boolean, waiting: boolean) => void} show
   * @param {(seat: number, left: number) => void} warn at 60 and 10 seconds
   */
  constructor(show, warn) {
    this.show = show;
    this.warn = warn;
    /** @type {Clocks} */
    this.clocks = { kind: "none", base: 0, increment: 0, left: [], running: [] };
    this.since = 0;
    /** @type {Map<number, number>} */
    this.warned = new Map();
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  /** Take over what the server says. @param {Clocks} clocks @param {number} at when it came */
  set(clocks, at) {
    this.clocks = clocks;
    this.since = at;
    this.#tick();
  }

  /** Show the clocks again: what shows them is new. */
  draw() {
    this.#tick();
  }

  /** What is left for a seat now. @param {number} seat */
  left(seat) {
    const gone = this.clocks.running.includes(seat) ? performance.now() - this.since : 0;
    return (this.clocks.left[seat] ?? 0) - gone;
  }

  #tick() {
    clearTimeout(this.timer);
    if (this.clocks.kind === "none") return;
    let wait = 1000;
    this.clocks.left.forEach((_, seat) => {
      const left = this.left(seat);
      const runs = this.clocks.running.includes(seat);
      this.show(seat, shown(left), left < WARNINGS[0], runs && left <= 0);
      if (runs) {
        this.#remind(seat, left);
        wait = Math.min(wait, left < 11000 ? 100 : (left % 1000) + 10);
      }
    });
    if (this.clocks.running.length) this.timer = setTimeout(() => this.#tick(), wait);
  }

  /** @param {number} seat @param {number} left */
  #remind(seat, left) {
    for (const limit of WARNINGS) {
      if (left > limit || left < limit - 2000 || (this.warned.get(seat) ?? Infinity) <= limit) continue;
      this.warned.set(seat, limit);
      this.warn(seat, limit);
    }
  }
}
