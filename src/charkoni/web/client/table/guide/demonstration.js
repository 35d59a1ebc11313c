// A demonstration: a short sequence of moves on a small board, which begins again at its end.
// For people who want less motion it stands still, and a button leads from move to move.

import { Animator } from "../../board/animation.js";
import { BoardRenderer } from "../../board/scene.js";
import { make, makeSvg } from "../../lib/elements.js";

/** @typedef {import("../../messages").Node} Node */
/** @typedef {{nodes: Node[], events?: import("../../messages").Event[], zones?: string[], say?: string}} Frame */
/** @typedef {{scene: string, frames: Frame[]}} Frames */

const REST_MS = 1700;
const LAST_REST_MS = 3200;

let count = 0;

/** Plays frames in an element. */
export class Demonstration {
  /**
   * @param {HTMLElement} box
   * @param {Frames} frames
   * @param {Record<string, string>} labels next, again, stop: of the button
   */
  constructor(box, { scene, frames }, labels) {
    this.frames = frames;
    this.scene = scene;
    this.labels = labels;
    this.at = 0;
    this.isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.isPlaying = !this.isStill;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.svg = /** @type {SVGSVGElement} */ (makeSvg("svg"));
    this.renderer = new BoardRenderer(this.svg, `d${(count += 1)}-`);
    this.animator = new Animator(this.renderer, () => {});
    this.animator.isStill = this.isStill;
    this.caption = make("p", { class: "caption" });
    this.button = make("button", { class: "plain" });
    this.button.addEventListener("click", () => this.#pressed());
    box.replaceChildren(this.svg, make("div", { class: "captions" }, this.caption, this.button));
    this.#label();
  }

  /** Begin. */
  async play() {
    const answer = await fetch(this.scene);
    this.renderer.build(await answer.json(), "");
    this.svg.setAttribute("role", "img");
    this.svg.setAttribute("aria-hidden", "true"); // a text below names its moves
    this.renderer.layers.zones.remove();
    this.#show();
    if (this.isPlaying) this.#later(REST_MS);
  }

  /** End for good. */
  stop() {
    clearTimeout(this.timer);
    this.isPlaying = false;
    this.animator.finish();
  }

  #pressed() {
    if (this.isStill) void this.#step();
    else if (this.isPlaying) this.stop();
    else {
      this.isPlaying = true;
      void this.#step();
    }
    this.#label();
  }

  #label() {
    const isLast = this.at === this.frames.length - 1;
    const text = this.isPlaying ? this.labels.stop : isLast ? this.labels.again : this.labels.next;
    this.button.textContent = this.isPlaying ? "❚❚" : isLast ? "↺" : "▶";
    this.button.setAttribute("aria-label", text);
    this.button.title = text;
  }

  /** @param {number} ms */
  #later(ms) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.#step(), ms);
  }

  /** Show the present frame without motion. */
  #show() {
    const frame = this.frames[this.at];
    this.renderer.apply(frame.nodes);
    this.renderer.markLast(frame.zones ?? [], frame.nodes);
    this.caption.textContent = frame.say || "\u00a0";
  }

  /** Go on to the next frame, after the last one to the first. */
  async #step() {
    this.animator.finish();
    const before = this.frames[this.at];
    this.at = (this.at + 1) % this.frames.length;
    const frame = this.frames[this.at];
    if (this.at) {
      this.renderer.markLast(frame.zones ?? [], frame.nodes);
      this.caption.textContent = frame.say || "\u00a0";
      const kept = new Set(frame.nodes.map((node) => node[0]));
      const del = before.nodes.flatMap((node) => (kept.has(node[0]) ? [] : [node[0]]));
      await this.animator.play({ set: frame.nodes, del, order: frame.nodes.map((node) => node[0]), events: frame.events ?? [] });
      if (frame !== this.frames[this.at]) return;
    }
    this.#show();
    this.#label();
    if (this.isPlaying) this.#later(this.at === this.frames.length - 1 ? LAST_REST_MS : REST_MS);
  }
}
