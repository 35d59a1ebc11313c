// The keyframes of a piece in motion: it is lifted, carried and set down; new ones drop, dice tumble.

/** @typedef {import("./scene.js").Point} Point */
/** The motion of a piece in one event. Times in ms from the start of the ply. @typedef {{from: number, to: number, end?: Point, via?: Point[], arc?: boolean, effect?: "pop" | "flip" | "roll" | "fade"}} Leg */
/** Adds a keyframe; easing: to the next one, height: above the board. @typedef {(ms: number, p: Point, look?: {turn?: string, opacity?: number, easing?: string, height?: number}) => void} Put */

const UPRIGHT = "rotate(0deg) scale(1, 1)";
const RAISED = "rotate(0deg) scale(1.1, 1.1)";
/** Heights in units of the board: from which a new piece drops, to which a carried one is lifted, and of a bounce. */
const DROP = 30;
const LIFT = 9;
const BOUNCE = 4;

/**
 * The keyframes of one node through all its legs, relative to its place at the end.
 * @param {Leg[]} legs
 * @param {Point | undefined} old
 * @param {Point} home
 * @param {number} end
 * @returns {Keyframe[]}
 */
export function keyframes(legs, old, home, end) {
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
