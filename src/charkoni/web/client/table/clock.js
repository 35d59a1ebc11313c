// The clocks of a table.  The server measures the time; the client only counts it down.

/** @typedef {import("../messages").Clocks} Clocks */

import { fill } from "../lib/elements.js";

const WARNINGS_MS = [60000, 10000];

const DAY_MS = 86400000;
const HOUR_MS = 3600000;

/** Below which time a clock is shown as low; with days for each move as `is_short` of the server. @param {Clocks} clocks @returns {number} */
const lowMs = ({ kind, base }) => (kind === "daily" ? Math.min(12 * HOUR_MS, base / 4) : WARNINGS_MS[0]);

/** A number with its unit in the language of the page: 2 days. @param {number} count @param {"day" | "hour"} unit */
const counted = (count, unit) => new Intl.NumberFormat(document.documentElement.lang, { style: "unit", unit, unitDisplay: "long" }).format(count);

/** The text of a time: 2 days 3 hours, 1:02:03, 5:07, or 8.3 below ten seconds. @param {number} ms @returns {string} */
export function clockText(ms) {
  const left = Math.max(0, ms);
  if (left >= DAY_MS) {
    const rest = Math.floor((left % DAY_MS) / HOUR_MS);
    return counted(Math.floor(left / DAY_MS), "day") + (rest ? ` ${counted(rest, "hour")}` : "");
  }
  if (left < 10000) return (Math.floor(left / 100) / 10).toFixed(1);
  const seconds = Math.ceil(left / 1000);
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  const rest = String(seconds % 60).padStart(2, "0");
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}

/** Counts down the clocks of all seats. */
export class Clock {
  /**
   * @param {(seat: number, text: string, low: boolean, waiting: boolean) => void} show waiting: the time is over, the server has not reported it yet
   * @param {(seat: number, limit: number) => void} warn called once when a running clock falls to 60000 and to 10000 ms
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

  /** Set the clocks to those of the server. @param {Clocks} clocks @param {number} at their arrival, in ms of `performance.now` */
  set(clocks, at) {
    this.clocks = clocks;
    this.since = at;
    this.#tick();
  }

  /** Show the clocks again, in new elements. */
  render() {
    this.#tick();
  }

  /** The time left for a seat, in ms; negative when it is over. @param {number} seat */
  left(seat) {
    const elapsed = this.clocks.running.includes(seat) ? performance.now() - this.since : 0;
    return (this.clocks.left[seat] ?? 0) - elapsed;
  }

  #tick() {
    clearTimeout(this.timer);
    if (this.clocks.kind === "none") return;
    let wait = 1000;
    this.clocks.left.forEach((_, seat) => {
      const left = this.left(seat);
      const runs = this.clocks.running.includes(seat);
      this.show(seat, clockText(left), left < lowMs(this.clocks), runs && left <= 0);
      if (runs) {
        this.#remind(seat, left);
        wait = Math.min(wait, left < 11000 ? 100 : (left % 1000) + 10);
      }
    });
    if (this.clocks.running.length) this.timer = setTimeout(() => this.#tick(), wait);
  }

  /** Warn of a limit that has just been passed. @param {number} seat @param {number} left in ms */
  #remind(seat, left) {
    for (const limit of WARNINGS_MS) {
      if (left > limit || left < limit - 2000 || (this.warned.get(seat) ?? Infinity) <= limit) continue;
      this.warned.set(seat, limit);
      this.warn(seat, limit);
    }
  }
}

/** Show the clock of a seat. @param {Record<string, string>} words texts by name @param {number} seat @param {string} text @param {boolean} low @param {boolean} waiting for the server to end the game */
export function showClock(words, seat, text, low, waiting) {
  const element = document.getElementById(`clock-${seat}`);
  if (!element) return;
  const shown = waiting ? words.waiting : text;
  if (element.textContent !== shown) element.textContent = shown;
  element.classList.toggle("low", low);
}

/** Warn of little time left, of an own seat. @param {import("./context").TableContext} table @param {number} seat @param {number} limit in ms @param {import("../lib/sound.js").Sound | undefined} sound */
export function lowTimeWarning({ ownSeats, panels, words }, seat, limit, sound) {
  if (!ownSeats().includes(seat)) return;
  sound?.play("low");
  navigator.vibrate?.(200);
  panels.toast(fill(words.low, { n: String(limit / 1000) }));
}
