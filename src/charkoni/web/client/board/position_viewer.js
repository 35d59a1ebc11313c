// A board without a live game: it shows positions and moves that are fetched one by one.

import { Animator, SPEEDS } from "./animation.js";
import { PieceChoices } from "./piece_choices.js";
import { Keyboard } from "./keyboard.js";
import { BoardRenderer } from "./scene.js";
import { MoveInput } from "./input.js";
import { loadSettings } from "../lib/settings.js";
import { makeSvg } from "../lib/elements.js";
import { reached, runs } from "../lib/retries.js";

/** @typedef {import("../messages").BoardReply} Board */
/** @typedef {import("../messages").Scene} Scene */
/** @typedef {import("./explored").Explored} Explored */
/** possible: the label of a legal zone, with the field `{zone}`.  seat: at the bottom. engine: address of the page's search, for which each position is asked, too. @typedef {{game: string, lang: string, title: string, possible?: string, seat?: number, engine?: string}} ViewOptions */
/** say: what is to be tapped next; text, rule, url: the reason of a refused tap, with its clause. @typedef {{say?: string, text?: string, rule?: string, url?: string}} Answer */
/**
 * @typedef {object} Handlers
 * @property {(move: string) => void} played called when a whole move has been tapped
 * @property {(answer: Answer) => void} answered called with the response to a tap
 */

const portrait = matchMedia("(orientation: portrait)");
const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");
/** Made at the first gesture: browsers allow a page no sound before. @type {import("../lib/sound.js").Sound | undefined} */
let sound;
/** @type {Map<string, Promise<Scene>>} */
const scenes = new Map();
let count = 0;

async function makeSound() {
  const { Sound } = await import("../lib/sound.js");
  sound ??= new Sound();
}
for (const gesture of ["pointerdown", "keydown"]) addEventListener(gesture, () => void makeSound(), { once: true, capture: true });

/** Shows positions in an element, and handles taps if it has handlers. */
export class PositionViewer {
  /**
   * @param {HTMLElement} box holds a picture of the board, and the box of the chips where moves are tapped
   * @param {ViewOptions} options
   * @param {Handlers} [handlers] without them the board takes no taps
   */
  constructor(box, options, handlers) {
    this.box = box;
    this.options = options;
    this.handlers = handlers;
    this.position = "";
    /** @type {Explored | undefined} */
    this.explored = undefined;
    this.requests = 0;
    this.beginResponse = runs();
    this.svg = /** @type {SVGSVGElement} */ (makeSvg("svg"));
    this.renderer = new BoardRenderer(this.svg, `s${(count += 1)}-`);
    this.animator = new Animator(this.renderer, (kind, step) => sound?.play(kind, step, this.renderer.scene?.sound));
    if (!handlers) return;
    this.input = new MoveInput(this.renderer, {
      play: (move) => handlers.played(move),
      refused: (prefix, zone) => this.#refused(prefix, zone),
      chosen: (prefix) => this.#chosen(prefix),
      touched: () => this.animator.finish(),
      rested: () => {},
      settings: () => ({ ...loadSettings(), confirm: false, quick: false }),
    });
    this.choices = new PieceChoices(box, this.renderer);
    box.addEventListener("click", (event) => {
      const zone = /** @type {Element} */ (event.target).closest("[data-act=tap]")?.getAttribute("data-value");
      if (zone) this.input?.tap(zone);
    });
    this.keyboard = new Keyboard(this.renderer, {
      tap: (zone) => this.input?.tap(zone),
      chip: (digit) => this.input?.tapChip(digit) ?? false,
      command: (name) => { if (name === "cancel") this.input?.cancel(); },
    });
    new ResizeObserver(() => {
      this.input?.render();
      this.#showChoices();
    }).observe(this.svg);
  }

  /** Fetch the position behind some moves; undefined when the rules forbid them, or another position is requested meanwhile. @param {string} position @param {readonly string[]} moves @returns {Promise<Explored | undefined>} */
  async #explore(position, moves) {
    const number = (this.requests += 1);
    const isWanted = () => number === this.requests;
    const { game, lang, seat = 0, engine = "" } = this.options;
    const query = new URLSearchParams({ game, lang, position, moves: moves.join(" "), seat: String(seat), portrait: portrait.matches ? "1" : "", ...(engine ? { engine } : {}) });
    const answer = await reached(`/explore.json?${query}`, {}, isWanted);
    const explored = answer?.ok ? await answer.json() : undefined;
    return isWanted() ? explored : undefined;
  }

  /** Build the static layer from the address of its scene. @param {string} url @returns {Promise<boolean>} false when another position is requested meanwhile */
  async #build(url) {
    const number = this.requests;
    const pending = scenes.get(url) ?? reached(url).then((answer) => answer?.json());
    scenes.set(url, pending);
    const scene = await pending;
    if (number !== this.requests) return false;
    if (this.renderer.scene === scene) return true;
    if (this.svg.parentElement !== this.box) {
      for (const drawn of this.box.querySelectorAll(":scope > svg, :scope > picture")) drawn.remove();
      this.box.prepend(this.svg);
    }
    this.renderer.build(scene, this.options.title);
    if (!this.handlers) this.renderer.labelZones({}, "", new Set(), []);
    return true;
  }

  /** Show the position behind some moves, and take taps in it. @param {string} position @param {readonly string[]} [moves] */
  async show(position, moves = []) {
    const explored = await this.#explore(position, moves);
    if (!explored || !(await this.#build(explored.scene))) return;
    this.animator.finish();
    this.position = explored.position;
    this.explored = explored;
    this.renderer.apply(explored.nodes);
    this.renderer.markLast(explored.last?.zones ?? []);
    this.input?.reset(/** @type {Board} */ (/** @type {unknown} */ (explored)));
    this.keyboard?.enter(this.input?.legal ?? [], this.svg.contains(document.activeElement));
  }

  /**
   * Animate the last of some moves from the position that is shown.
   * @param {string} position the one before all the moves
   * @param {readonly string[]} moves
   * @returns {Promise<Explored | undefined>} undefined when the rules forbid it, or another position is requested meanwhile
   */
  async play(position, moves) {
    const explored = await this.#explore(position, moves);
    if (!explored || !(await this.#build(explored.scene))) return undefined;
    const number = this.requests;
    const settings = loadSettings();
    this.animator.speed = SPEEDS[settings.motion] ?? 1;
    this.animator.isStill = reducedMotion.matches;
    if (sound) sound.volume = settings.volume;
    this.input?.reset(undefined);
    this.renderer.markLast(explored.last?.zones ?? [], explored.nodes);
    const change = { set: explored.nodes, del: [], order: explored.nodes.map((node) => node[0]), events: explored.events ?? [] };
    await this.animator.play(change);
    if (number !== this.requests) return undefined;
    this.renderer.apply(explored.nodes);
    this.position = explored.position;
    this.explored = explored;
    this.renderer.labelZones(explored.zones, "", new Set(), []);
    return explored;
  }

  // --- input -------------------------------------------------------------------------------------------------------------

  /** @param {string[]} prefix */
  #chosen(prefix) {
    const { input, explored } = this;
    if (!input || !explored || !this.renderer.scene) return;
    this.renderer.labelZones(explored.zones, this.options.possible ?? "", new Set(input.legal), prefix);
    this.#showChoices();
    if (!input.board) return;
    if (prefix.length) void this.#fetchResponse(prefix, "");
    else this.handlers?.answered({ say: explored.say });
  }

  #showChoices() {
    const { choices, input, explored } = this;
    if (input && explored) choices?.show(input, explored.zones, explored.throws.length > 0);
  }

  /** @param {string[]} prefix @param {string} zone */
  #refused(prefix, zone) {
    void import("./transient_marks.js").then(({ shake }) => shake(this.renderer, zone));
    sound?.play("refuse");
    if (this.input?.board) void this.#fetchResponse(prefix, zone);
  }

  /** Fetch the response to a prefix, or to a tap on a zone after it. @param {string[]} prefix @param {string} zone "" for the prefix alone */
  async #fetchResponse(prefix, zone) {
    const { game, lang } = this.options;
    const isLatest = this.beginResponse();
    const number = this.requests;
    const query = new URLSearchParams({ game, lang, position: this.position, prefix: prefix.join(" "), zone });
    const answer = await fetch(`/ask.json?${query}`).catch(() => undefined);
    const response = answer?.ok ? await answer.json().catch(() => undefined) : undefined;
    if (response && number === this.requests && isLatest()) this.handlers?.answered(response);
  }
}
