// A short game that plays by itself, again and again, while one sees it; fetched by the home page when it is idle.

import { Animator, SPEEDS } from "./animation.js";
import { BoardRenderer } from "./scene.js";
import { loadSettings } from "../lib/settings.js";
import { makeSvg } from "../lib/elements.js";

/** @typedef {import("../messages").Scene} Scene */
/** @typedef {import("../messages").Node} Node */
/** A delta of nodes, the events that caused it, and the zones of the move. @typedef {import("./timeline.js").Change & {last: string[]}} Ply */
/** The response of `GET /home-board/…`. @typedef {{scene: string, nodes: Node[], plies: Ply[]}} Film */

const PAUSE_MS = 700;
const END_MS = 3000;

/** Plays a film in an element, in place of the picture of its first position. */
export class HomeBoard {
  /** @param {HTMLElement} box @param {string} title */
  constructor(box, title) {
    this.box = box;
    this.title = title;
    this.renderer = new BoardRenderer(/** @type {SVGSVGElement} */ (makeSvg("svg")), "l-");
    this.animator = new Animator(this.renderer, () => {});
    /** @type {Film | undefined} */
    this.film = undefined;
    /** The ply that is played next. */
    this.ply = 0;
    this.isWanted = false;
    this.isRunning = false;
  }

  /** Fetch the film, and show its first position. @param {string} url @returns {Promise<boolean>} whether it can be played */
  async load(url) {
    const film = await answer(url);
    const scene = film && await answer(film.scene);
    if (!film || !scene) return false;
    const { renderer, box } = this;
    renderer.build(/** @type {Scene} */ (scene), this.title);
    renderer.svg.setAttribute("role", "img");
    renderer.layers.zones.remove(); // nothing can be tapped here
    renderer.apply(film.nodes);
    for (const drawn of box.querySelectorAll(":scope > svg")) drawn.remove();
    box.prepend(renderer.svg);
    this.film = film;
    return true;
  }

  /** Play on, or stop where the present move ends. @param {boolean} wanted */
  run(wanted) {
    this.isWanted = wanted;
    if (!wanted) this.animator.finish();
    else if (!this.isRunning) void this.#play();
  }

  async #play() {
    const { film, renderer, animator } = this;
    if (!film) return;
    this.isRunning = true;
    animator.speed = SPEEDS[loadSettings().motion] || 1;
    for (await rest(PAUSE_MS); this.isWanted; await rest(this.ply < film.plies.length ? PAUSE_MS : END_MS)) {
      if (this.ply === film.plies.length) {
        this.ply = 0;
        renderer.markLast([]);
        renderer.apply(film.nodes);
        continue;
      }
      const next = film.plies[this.ply];
      this.ply += 1;
      renderer.markLast(next.last, next.set);
      await animator.play({ ...next, order: next.order ?? orderAfter(renderer, next) });
    }
    this.isRunning = false;
    if (this.isWanted) void this.#play();
  }
}

/** All ids after a delta that names no order. @param {BoardRenderer} renderer @param {Ply} ply @returns {string[]} */
function orderAfter(renderer, ply) {
  const gone = new Set(ply.del);
  return [...new Set([...renderer.nodes.keys(), ...ply.set.map((node) => node[0])])].filter((id) => !gone.has(id));
}

/** @param {number} ms @returns {Promise<void>} */
function rest(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** @param {string} url @returns {Promise<any>} undefined when it cannot be fetched */
async function answer(url) {
  const found = await fetch(url).catch(() => undefined);
  return found?.ok ? found.json() : undefined;
}
