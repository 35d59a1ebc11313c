// A board without a table behind it: positions and moves are asked for one by one.  Lessons and examples stand on it.

import { Motion, SPEEDS } from "./anim.js";
import { Chips } from "./chips.js";
import { Keys } from "./keys.js";
import { Painter } from "./scene.js";
import { Taps } from "./taps.js";
import { load } from "./settings.js";

/** @typedef {import("./messages").Board} Board */
/** @typedef {import("./messages").Scene} Scene */
/** @typedef {import("./tree.js").Explored & {scene: string, position: string, turn: number}} Found */
/** @typedef {{game: string, lang: string, title: string, possible?: string, seat?: number}} Wishes */
/** @typedef {{say?: string, text?: string, rule?: string, url?: string}} Answer */
/**
 * @typedef {object} Owner
 * @property {(move: string) => void} played somebody has tapped a whole move
 * @property {(answer: Answer) => void} told what the rules say to a tap
 */

const upright = matchMedia("(orientation: portrait)");
const calm = matchMedia("(prefers-reduced-motion: reduce)");
/** Made at the first gesture: browsers allow no sound before. @type {import("./sound.js").Sound | undefined} */
let sound;
/** @type {Map<string, Promise<Scene>>} */
const scenes = new Map();
let count = 0;

async function wake() {
  const { Sound } = await import("./sound.js");
  sound ??= new Sound();
}
for (const gesture of ["pointerdown", "keydown"]) addEventListener(gesture, () => void wake(), { once: true, capture: true });

export class Stage {
  /**
   * @param {HTMLElement} box that holds a picture of the board, and perhaps a place for chips
   * @param {Wishes} wishes
   * @param {Owner} [owner] without one the board only shows
   */
  constructor(box, wishes, owner) {
    this.box = box;
    this.wishes = wishes;
    this.owner = owner;
    this.position = "";
    /** @type {Found | undefined} */
    this.found = undefined;
    this.asked = 0;
    this.svg = /** @type {SVGSVGElement} */ (document.createElementNS("http://www.w3.org/2000/svg", "svg"));
    this.painter = new Painter(this.svg, `s${(count += 1)}-`);
    this.motion = new Motion(this.painter, (kind, step) => sound?.play(kind, step));
    if (!owner) return;
    this.taps = new Taps(this.painter, {
      play: (move) => owner.played(move),
      refused: (prefix, zone) => this.#refused(prefix, zone),
      chosen: (prefix) => this.#chosen(prefix),
      touched: () => this.motion.finish(),
      looked: () => {},
      settings: () => ({ ...load(), confirm: false, quick: false }),
    });
    this.chips = new Chips(box, this.painter);
    box.addEventListener("click", (event) => {
      const zone = /** @type {Element} */ (event.target).closest("[data-act=tap]")?.getAttribute("data-value");
      if (zone) this.taps?.tap(zone);
    });
    this.keys = new Keys(this.painter, {
      tap: (zone) => this.taps?.tap(zone),
      chip: (digit) => this.#chip(digit),
      command: (name) => { if (name === "cancel") this.taps?.cancel(); },
    });
    new ResizeObserver(() => {
      this.taps?.draw();
      this.#chips();
    }).observe(this.svg);
  }

  /** Ask for a position behind some moves. @param {string} position @param {readonly string[]} moves @returns {Promise<Found | undefined>} */
  async #explore(position, moves) {
    const { game, lang, seat = 0 } = this.wishes;
    const query = new URLSearchParams({ game, lang, position, moves: moves.join(" "), seat: String(seat), portrait: upright.matches ? "1" : "" });
    const answer = await fetch(`/explore.json?${query}`);
    return answer.ok ? answer.json() : undefined;
  }

  /** @param {string} url */
  async #build(url) {
    const known = scenes.get(url) ?? fetch(url).then((answer) => answer.json());
    scenes.set(url, known);
    const scene = await known;
    if (this.painter.scene === scene) return;
    if (this.svg.parentElement !== this.box) {
      for (const drawn of this.box.querySelectorAll(":scope > svg, :scope > picture")) drawn.remove();
      this.box.prepend(this.svg);
    }
    this.painter.build(scene, this.wishes.title);
    if (!this.owner) this.painter.label({}, "", new Set(), []);
  }

  /** Show a position; taps count if there is somebody to tell. @param {string} position @param {readonly string[]} [moves] */
  async show(position, moves = []) {
    const place = (this.asked += 1);
    const found = await this.#explore(position, moves);
    if (!found || place !== this.asked) return;
    await this.#build(found.scene);
    this.motion.finish();
    this.position = found.position;
    this.found = found;
    this.painter.apply(found.nodes);
    this.painter.last(found.last?.zones ?? []);
    this.taps?.reset(/** @type {Board} */ (/** @type {unknown} */ (found)));
    this.keys?.enter(this.taps?.legal ?? [], this.svg.contains(document.activeElement));
  }

  /**
   * Play the last of some moves from the position that is shown, and show how it happens.
   * @param {string} position from which all moves lead
   * @param {readonly string[]} moves
   * @returns {Promise<Found | undefined>} undefined when the rules forbid it
   */
  async play(position, moves) {
    const place = (this.asked += 1);
    const found = await this.#explore(position, moves);
    if (!found || place !== this.asked) return undefined;
    await this.#build(found.scene);
    const settings = load();
    this.motion.speed = SPEEDS[settings.motion] ?? 1;
    this.motion.still = calm.matches;
    if (sound) sound.volume = settings.volume;
    this.taps?.reset(undefined);
    this.painter.last(found.last?.zones ?? []);
    const change = { set: found.nodes, del: [], order: found.nodes.map((node) => node[0]), events: found.events ?? [] };
    await this.motion.play(change);
    if (place !== this.asked) return undefined;
    this.painter.apply(found.nodes);
    this.position = found.position;
    this.found = found;
    this.painter.label(found.zones, "", new Set(), []);
    return found;
  }

  // --- taps -------------------------------------------------------------------------------------------------------------

  /** @param {string[]} prefix */
  #chosen(prefix) {
    const { taps, found } = this;
    if (!taps || !found || !this.painter.scene) return;
    this.painter.label(found.zones, this.wishes.possible ?? "", new Set(taps.legal), prefix);
    this.#chips();
    if (!taps.board) return;
    if (prefix.length) void this.#ask(prefix, "");
    else this.owner?.told({ say: found.say });
  }

  #chips() {
    const { chips, taps, found } = this;
    if (taps && found) chips?.show(taps, found.zones, found.throws.length > 0);
  }

  /** @param {string} digit */
  #chip(digit) {
    const chips = this.taps?.chips ?? [];
    const zone = chips.find((each) => each.endsWith(`-${digit}`)) ?? chips[Number(digit) - 1];
    if (zone) this.taps?.tap(zone);
    return zone !== undefined;
  }

  /** @param {string[]} prefix @param {string} zone */
  #refused(prefix, zone) {
    this.painter.shake(zone);
    sound?.play("refuse");
    if (this.taps?.board) void this.#ask(prefix, zone);
  }

  /** @param {string[]} prefix @param {string} zone */
  async #ask(prefix, zone) {
    const { game, lang } = this.wishes;
    const place = this.asked;
    const query = new URLSearchParams({ game, lang, position: this.position, prefix: prefix.join(" "), zone });
    const answer = await fetch(`/ask.json?${query}`);
    if (answer.ok && place === this.asked) this.owner?.told(await answer.json());
  }
}
