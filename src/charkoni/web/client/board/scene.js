// The scene of a board: its static layer, the keyed nodes of the pieces, and the marks above and below them.
// A node becomes exactly the elements that the server's renderer writes.

import { makeSvg } from "../lib/elements.js";
import { loadSettings } from "../lib/settings.js";

/** @typedef {import("../messages").Node} Node */
/** @typedef {import("../messages").Scene} Scene */
/** @typedef {{x: number, y: number}} Point */

const DOT_PX = 6.5;

/** Draws one board into an SVG element.  Zones, nodes and scenes are those of `messages.d.ts`. */
export class BoardRenderer {
  /** @param {SVGSVGElement} svg @param {string} prefix of all ids: a page may show several boards */
  constructor(svg, prefix) {
    this.svg = svg;
    this.prefix = prefix;
    /** @type {Scene | undefined} */
    this.scene = undefined;
    /** @type {Map<string, Node>} */
    this.nodes = new Map();
    /** @type {Map<string, SVGElement>} */
    this.elements = new Map();
    /** @type {Map<string, SVGGElement>} */
    this.buttons = new Map();
    /** @type {Map<string, DOMRect>} */
    this.boxes = new Map();
    /** The last label of every zone; most stay equal from ply to ply. @type {Map<string, string>} */
    this.labels = new Map();
    this.layers = /** @type {Record<string, SVGElement>} */ ({});
    /** What was marked last; marks of another set are others. @type {Parameters<BoardRenderer["markTargets"]> | undefined} */
    this.marked = undefined;
    addEventListener("settings", () => {
      this.#define();
      if (this.marked) this.markTargets(...this.marked);
    });
  }

  /** Build the static layer of a new board. @param {Scene} scene @param {string} title */
  build(scene, title) {
    const { svg } = this;
    this.scene = scene;
    this.nodes.clear();
    this.elements.clear();
    this.buttons.clear();
    this.boxes.clear();
    this.labels.clear();
    svg.replaceChildren();
    svg.setAttribute("viewBox", `0 0 ${scene.width} ${scene.height}`);
    svg.setAttribute("role", "group");
    svg.setAttribute("aria-label", title);
    svg.append(makeSvg("defs"));
    this.#define();
    for (const name of ["ground", "under", "marks", "nodes", "ghosts", "over", "zones"]) {
      const layer = makeSvg("g", { class: `layer-${name}` });
      if (name !== "zones") layer.setAttribute("aria-hidden", "true");
      this.layers[name] = layer;
      svg.append(layer);
    }
    this.layers.ground.innerHTML = this.#own(scene.ground);
    for (const [zone, [x, y, shape]] of Object.entries(scene.spots)) this.#button(zone, `${x} ${y}`, shape);
  }

  /** Fill <defs> with the gradients and, in the set that the settings name, the symbols. */
  #define() {
    const { scene, prefix } = this;
    const defs = this.svg.querySelector("defs");
    if (!scene || !defs) return;
    const isFlat = loadSettings().pieces === "flat";
    defs.innerHTML = this.#own(scene.paintServers.replaceAll(' id="', ` id="${prefix}`));
    for (const [name, inner] of Object.entries(scene.symbols)) {
      const group = makeSvg("g", { id: prefix + name });
      group.innerHTML = this.#own((isFlat && scene.flatSymbols[name]) || inner);
      defs.append(group);
    }
  }

  /** Markup that refers to the gradients and symbols of this board. @param {string} markup */
  #own(markup) {
    return markup.replaceAll("url(#", `url(#${this.prefix}`).replaceAll('href="#', `href="#${this.prefix}`);
  }

  /** @param {string} zone @param {string} at @param {string} shape */
  #button(zone, at, shape) {
    const button = /** @type {SVGGElement} */ (makeSvg("g", { class: "zone", "data-zone": zone, "data-at": at, role: "button", tabindex: -1 }));
    button.innerHTML = shape;
    this.buttons.set(zone, button);
    this.layers.zones.append(button);
  }

  /** Show exactly these nodes, in this paint order. @param {readonly Node[]} nodes */
  apply(nodes) {
    const wanted = new Set(nodes.map((node) => node[0]));
    this.change(nodes, [...this.nodes.keys()].filter((id) => !wanted.has(id)), nodes.map((node) => node[0]));
  }

  /**
   * Apply a delta.
   * @param {readonly Node[]} set nodes new or changed
   * @param {readonly string[]} del ids of nodes that go
   * @param {readonly string[]} [order] all ids in paint order; without it new nodes come last
   */
  change(set, del, order) {
    for (const id of del) {
      this.elements.get(id)?.remove();
      this.elements.delete(id);
      this.nodes.delete(id);
    }
    for (const node of set) {
      this.#render(node);
      this.nodes.set(node[0], node);
    }
    if (!order) return;
    this.#arrange(order.flatMap((id) => this.elements.get(id) ?? []));
    this.nodes = new Map(order.flatMap((id) => { const node = this.nodes.get(id); return node ? [[id, node]] : []; }));
  }

  /** Put elements in order with the fewest moves. @param {readonly SVGElement[]} wanted all elements of the layer */
  #arrange(wanted) {
    const layer = this.layers.nodes;
    const places = new Map([...layer.children].map((each, i) => [each, i]));
    const stay = increasing(wanted.map((each) => places.get(each) ?? 0));
    for (let i = wanted.length - 1; i >= 0; i -= 1) if (!stay.has(i)) layer.insertBefore(wanted[i], wanted[i + 1] ?? null);
  }

  /** @param {Node} node */
  #render(node) {
    const old = this.nodes.get(node[0]);
    let outer = this.elements.get(node[0]);
    if (!outer || !old) {
      outer = this.make(node);
      this.elements.set(node[0], outer);
      this.layers.nodes.append(outer);
      return;
    }
    if (old[2] !== node[2] || old[3] !== node[3]) outer.setAttribute("transform", `translate(${node[2]} ${node[3]})`);
    if (old[4] !== node[4]) outer.setAttribute("class", `node ${node[4]}`.trim());
    if (old[1] !== node[1] || old[4] !== node[4] || !old[5] !== !node[5]) this.#fill(outer, node);
    else if (old[5] !== node[5]) /** @type {Element} */ (outer.firstElementChild?.lastElementChild).textContent = node[5];
  }

  /** New elements of a node. @param {Node} node @returns {SVGElement} */
  make(node) {
    const [id, , x, y, cls] = node;
    const outer = makeSvg("g", { "data-id": id, class: `node ${cls}`.trim(), transform: `translate(${x} ${y})` });
    outer.append(makeSvg("g", { class: "fx" }));
    this.#fill(outer, node);
    return outer;
  }

  /** @param {SVGElement} outer @param {Node} node */
  #fill(outer, node) {
    const inner = /** @type {SVGElement} */ (outer.firstElementChild);
    inner.replaceChildren(makeSvg("use", { href: `#${this.prefix}${node[1]}` }));
    if (!node[5]) return;
    const ink = node[4].split(" ").find((word) => word.startsWith("ink-")) ?? "count";
    const words = makeSvg("text", {
      class: ink, x: 0, y: 0, "font-size": this.scene?.textSize ?? 17, "text-anchor": "middle", "dominant-baseline": "central",
    });
    words.textContent = node[5];
    inner.append(words);
  }

  // --- geometry -------------------------------------------------------------------------------------------------------

  /** Pixels of the screen per unit of the board. */
  get scale() {
    return this.svg.getScreenCTM()?.a || 1;
  }

  /** The centre of a zone, in units of the board; undefined for a chip. @param {string} zone @returns {Point | undefined} */
  spot(zone) {
    const centre = this.scene?.spots[zone];
    return centre && { x: centre[0], y: centre[1] };
  }

  /** The bounding box of a zone, in units of the board. @param {string} zone @returns {DOMRect | undefined} */
  box(zone) {
    const cached = this.boxes.get(zone);
    const button = this.buttons.get(zone);
    if (cached || !button) return cached;
    const box = button.getBBox();
    this.boxes.set(zone, box);
    return box;
  }

  /** A point of the screen, in px, as a point of the board. @param {number} x @param {number} y @returns {Point} */
  locate(x, y) {
    const matrix = this.svg.getScreenCTM();
    return matrix ? new DOMPoint(x, y).matrixTransform(matrix.inverse()) : { x, y };
  }

  /** A point of the board as a point of the screen, in px. @param {Point} point @returns {Point} */
  screen(point) {
    const matrix = this.svg.getScreenCTM();
    return matrix ? new DOMPoint(point.x, point.y).matrixTransform(matrix) : point;
  }

  /** Whether a piece lies in the middle of a zone, which may be a long rack. @param {string} zone */
  holds(zone) {
    const box = this.box(zone);
    return !!box && this.piecesOn(zone, Math.max(box.width, box.height) * 0.4).length > 0;
  }

  // --- above and below the pieces ---------------------------------------------------------------------------------------

  /**
   * Label every zone for screen readers, and mark the legal ones.
   * @param {Record<string, string | null>} labels by zone; a zone without one is hidden from screen readers
   * @param {string} whenLegal the text of a legal zone, with the field `{zone}`
   * @param {ReadonlySet<string>} legal @param {readonly string[]} chosen
   */
  labelZones(labels, whenLegal, legal, chosen) {
    for (const [zone, button] of this.buttons) {
      const text = labels[zone];
      const can = legal.has(zone);
      const pressed = chosen.includes(zone);
      const key = `${can} ${pressed} ${text ?? ""}`;
      if (this.labels.get(zone) === key) continue;
      this.labels.set(zone, key);
      button.classList.toggle("legal", can);
      if (!text) {
        button.setAttribute("aria-hidden", "true");
        continue;
      }
      button.removeAttribute("aria-hidden");
      button.setAttribute("aria-label", can ? whenLegal.replace("{zone}", text) : text);
      button.setAttribute("aria-pressed", String(pressed));
    }
  }

  /** Mark the zones of the last move: a piece with a mark of its own by that. @param {readonly string[]} zones @param {readonly Node[]} nodes */
  markLast(zones, nodes = [...this.nodes.values()]) {
    const places = zones.map((zone) => this.buttons.get(zone)?.dataset.at);
    const standing = places.map((at) => nodes.find((each) => this.scene?.lastMarks[each[1]] && `${each[2]} ${each[3]}` === at)?.[1] ?? "");
    const key = `${zones} ${standing}`;
    if (this.layers.under.dataset.zones === key) return;
    this.layers.under.dataset.zones = key;
    const glow = (/** @type {number} */ i) => Object.assign(makeSvg("g", { transform: `translate(${places[i]})` }), { innerHTML: this.scene?.lastMarks[standing[i]] });
    this.layers.under.replaceChildren(...zones.flatMap((zone, i) => standing[i] ? [glow(i)] : this.shape(zone, "last")));
  }

  /**
   * A mark as light on the board, with a dark edge so that it is seen on every ground: the ring round the foot of what
   * stands on a zone or, where nothing or more than one pile stands, the shape of the zone; [] for a chip.
   * @param {string} zone @param {string} cls @returns {SVGElement[]}
   */
  #light(zone, cls) {
    const at = this.#footing(zone);
    const shapes = at && this.scene?.foot ? this.scene.foot : this.shape(zone, "");
    const made = ring(cls, shapes);
    if (at && this.scene?.foot) made.setAttribute("transform", `translate(${at.x} ${at.y})`);
    return made.hasChildNodes() ? [made] : [];
  }

  /** Where the only pile on a zone stands, in its middle; undefined for others, and in the flat set, whose pieces lie. @param {string} zone @returns {Point | undefined} */
  #footing(zone) {
    const box = this.box(zone);
    const spot = this.spot(zone);
    if (!box || !spot || loadSettings().pieces === "flat") return undefined;
    const reach = Math.max(box.width, box.height) / 2;
    const standing = this.piecesOn(zone, reach).filter((node) => !node[4].split(" ").includes("count"));
    const isOnePile = standing.length > 0 && standing.every((node) => Math.abs(+node[2] - spot.x) < 1);
    return isOnePile ? { x: spot.x, y: +standing[0][3] } : undefined;
  }

  /** A copy of the shape of a zone in another class; [] for a chip. @param {string} zone @param {string} cls @returns {SVGElement[]} */
  shape(zone, cls) {
    const shape = this.buttons.get(zone)?.firstElementChild?.cloneNode(true);
    if (!(shape instanceof SVGElement)) return [];
    shape.setAttribute("class", cls);
    if (shape instanceof SVGRectElement) inset(shape);
    return [shape];
  }

  /**
   * Mark the legal zones by dots and signs and, where a piece stands, by a ring below it; the chosen ones by a ring.
   * Without either the layout of the page is not computed.
   * @param {readonly string[]} legal @param {readonly string[]} chosen
   * @param {Record<string, string>} signs names of signs by zone
   * @param {boolean} first whether nothing is chosen yet
   */
  markTargets(legal, chosen, signs, first) {
    const marked = (this.marked = [legal, chosen, signs, first]);
    if (!legal.length && !chosen.length) {
      this.layers.marks.replaceChildren();
      this.layers.over.replaceChildren();
      return;
    }
    const unit = 1 / this.scale;
    const shapes = chosen.flatMap((zone) => this.#light(zone, "chosen"));
    /** @type {SVGElement[]} */
    const made = [];
    /** @type {[string, string][]} */
    const badges = [];
    for (const zone of legal) {
      const spot = this.spot(zone);
      const box = this.box(zone);
      if (!spot || !box) continue;
      if (this.holds(zone)) shapes.push(...this.#light(zone, first ? "may" : "target"));
      else made.push(makeSvg("circle", { class: first ? "dot first" : "dot", cx: spot.x, cy: spot.y, r: Math.min(DOT_PX * unit, box.width / 4) }));
      if (!signs[zone]) continue;
      const size = Math.min(unit * 1.1, box.width / 36);
      badges.push([signs[zone], `translate(${box.x + box.width - 8 * size} ${box.y + 8 * size}) scale(${size})`]);
    }
    this.layers.marks.replaceChildren(...shapes);
    this.layers.over.replaceChildren(...made);
    if (badges.length) {
      void import("./signs.js").then(({ sign }) => {
        if (this.marked === marked) this.layers.over.append(...badges.map(([name, transform]) => sign(name, { transform })));
      });
    }
  }

  /**
   * Show the pieces as a move would leave them, its path, and a ring round its end.
   * @param {readonly Node[]} nodes the nodes that would change @param {readonly string[]} gone ids of nodes that would go
   * @param {readonly string[]} [path] zones that the move leads through
   */
  showGhosts(nodes, gone, path = []) {
    const points = path.flatMap((zone) => this.spot(zone) ?? []);
    const line = points.length > 1 ? [makeSvg("polyline", { class: "way", points: points.map(({ x, y }) => `${x},${y}`).join(" ") })] : [];
    const end = path.slice(-1).flatMap((zone) => this.shape(zone, "end"));
    this.svg.classList.add("ghosted");
    this.layers.ghosts.replaceChildren(...line, ...nodes.map((node) => {
      const made = this.make(node);
      made.removeAttribute("data-id");
      return made;
    }), ...end);
    const hidden = new Set([...gone, ...nodes.map((node) => node[0])]);
    for (const [id, element] of this.elements) element.classList.toggle("faded", hidden.has(id));
  }

  /** The pieces on a zone, the lowest first. @param {string} zone @param {number} [reach] how far from its middle @returns {Node[]} */
  piecesOn(zone, reach) {
    const spot = this.spot(zone);
    const box = this.box(zone);
    if (!spot || !box) return [];
    const near = reach ?? Math.min(box.width, box.height) / 2;
    return [...this.nodes.values()].filter((node) => Math.hypot(+node[2] - spot.x, +node[3] - spot.y) < near);
  }

  /** Remove the ghosts and the marks above them. */
  clearGhosts() {
    if (!this.layers.ghosts?.hasChildNodes() && !this.layers.nodes?.querySelector(".faded")) return;
    this.svg.classList.remove("ghosted");
    this.layers.ghosts.replaceChildren();
    for (const element of this.elements.values()) element.classList.remove("faded");
  }
}

/**
 * The nodes after a delta, in paint order.
 * @param {readonly Node[]} nodes
 * @param {{set: readonly Node[], del: readonly string[], order?: readonly string[]}} change as in `BoardRenderer.change`
 * @returns {Node[]}
 */
export function changed(nodes, { set, del, order }) {
  const all = new Map(nodes.map((node) => [node[0], node]));
  for (const id of del) all.delete(id);
  for (const node of set) all.set(node[0], node);
  return [...(order ?? all.keys())].flatMap((id) => { const node = all.get(id); return node ? [node] : []; });
}

/** The places of a longest increasing subsequence. @param {readonly number[]} numbers @returns {Set<number>} */
export function increasing(numbers) {
  /** Where the best subsequence of every length ends. @type {number[]} */
  const ends = [];
  /** The place before each number in its subsequence. @type {(number | undefined)[]} */
  const before = [];
  numbers.forEach((number, i) => {
    let length = ends.length;
    while (length && numbers[ends[length - 1]] >= number) length -= 1;
    before.push(ends[length - 1]);
    ends[length] = i;
  });
  const all = new Set();
  for (let i = ends.at(-1); i !== undefined; i = before[i]) all.add(i);
  return all;
}

/** A mark as light on the board: a shape twice, first as its dark edge, so that it is seen on every ground.
 * @param {string} cls @param {string | readonly SVGElement[]} shape as markup, or as elements, which are copied @returns {SVGElement} */
export function ring(cls, shape) {
  const made = makeSvg("g", { class: cls });
  if (typeof shape === "string") made.innerHTML = shape.repeat(2);
  else made.append(...shape.map((each) => each.cloneNode()), ...shape);
  [...made.children].forEach((each, i, { length }) => each.setAttribute("class", 2 * i < length ? "edge" : "light"));
  return made;
}

/** Shrink a rectangle a little, with round corners, so that neighbours share no edge. @param {SVGRectElement} shape */
function inset({ x, y, width, height, rx }) {
  const by = 0.06 * Math.min(width.baseVal.value, height.baseVal.value);
  rx.baseVal.value = Math.max(2 * by, rx.baseVal.value - by);
  for (const side of [x, y]) side.baseVal.value += by;
  for (const side of [width, height]) side.baseVal.value -= 2 * by;
}
