// @ts-check
// The engine of a game in WebAssembly: sets a budget, calls, reads a result.  It knows no rule and no search.
// Runs in a page, in a worker and in Node.  What the fields mean: src/charkoni/search/decision/layout.py.

/**
 * @typedef {{offset: number, stride: number, count: number, fields: Record<string, [number, string, number]>}} Described
 * An array of records: its place from the base, bytes of a record, their number; of fields offset, type and length.
 * @typedef {{format: number, game: string, search: string, digest: string, size: number, memory: number, lines: number,
 *   request: Described, path: Described, progress: Described, rows: Described}} Manifest
 * @typedef {{code: number, value: number, plies: number, exact: boolean, depth: number, line: number[]}} Row
 * A move: its expected points for the player to move, 0 to 1; plies to a proved win or loss, or 0; its line as codes, which begins with the move; empty where a throw is due.
 * @typedef {{code: number, value: number, depth: number, nodes: number, rows: Row[]}} Answer
 * code, value: the choice of a level, -1 where it made none; rows: the moves ranked, the best first.
 * @typedef {{lines?: number, nodes?: number, deepest?: number, age?: number}} Settings
 */

const FORMAT = 1;
const PAGE = 65536;
/** The bytes of a value by the first letter and size of its type. */
const SIZES = { i8: 8, u8: 8, f8: 8, u1: 1 };

export class Engine {
  /** @type {WebAssembly.Memory} */ #memory;
  /** @type {(base: number, nodes: number) => number} */ #choose;
  /** @type {(base: number, games: number) => bigint} */ #check;
  /** @type {number} */ #base;

  /**
   * @param {Manifest} manifest
   * @param {WebAssembly.Instance} instance
   */
  constructor(manifest, instance) {
    if (manifest.format !== FORMAT) throw new Error(`a manifest of format ${manifest.format}, not ${FORMAT}`);
    const { memory, choose, check, prepare, __heap_base: heap } = /** @type {any} */ (instance.exports);
    prepare();
    this.manifest = manifest;
    this.#memory = memory;
    this.#choose = choose;
    this.#check = check;
    this.#base = Math.ceil(heap.value / 64) * 64;
    const missing = this.#base + manifest.memory - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / PAGE));
  }

  /**
   * Compile a module.
   * @param {Manifest} manifest
   * @param {BufferSource} module
   */
  static async load(manifest, module) {
    if (module.byteLength !== manifest.size) throw new Error("the module is not that of its manifest");
    const { instance } = await WebAssembly.instantiate(module, {});
    return new Engine(manifest, instance);
  }

  /**
   * Begin a decision.
   * @param {Uint8Array} request its bytes, as the server writes them
   * @param {Settings} [settings] instead of what the request says
   */
  begin(request, settings = {}) {
    const { request: asked, path, progress } = this.manifest;
    const head = asked.fields.codes[0];
    const memory = new Uint8Array(this.#memory.buffer, this.#base);
    memory.fill(0, progress.offset, progress.offset + progress.stride);
    memory.set(request.subarray(0, head), asked.offset);
    const moves = 8 * this.#number(asked, "count");
    let at = head;
    for (const name of ["codes", "priors"]) {
      memory.set(request.subarray(at, at + moves), asked.offset + asked.fields[name][0]);
      at += moves;
    }
    if (request.length - at > path.count * path.stride) throw new Error("the path is too long");
    memory.set(request.subarray(at), path.offset);
    for (const [name, value] of Object.entries(settings)) this.#set(asked, name, value);
    const lines = this.#number(asked, "lines") || this.manifest.lines;
    this.#set(asked, "lines", Math.min(lines, this.manifest.lines));
  }

  /**
   * Go on for at most so many nodes; return whether the decision is made.
   * @param {number} nodes
   */
  step(nodes) {
    return this.#choose(this.#base, nodes) !== 0;
  }

  /** End the search with what it has found. */
  stop() {
    while (!this.step(-1));
  }

  /**
   * Play random games from the first position of the request; return a hash of them, to be compared with another's.
   * @param {number} games
   */
  check(games) {
    return this.#check(this.#base, games);
  }

  /** @returns {Answer} */
  answer() {
    const { request, progress, rows } = this.manifest;
    const count = this.#number(progress, "rows");
    const isThrow = this.#number(request, "count") === 0;
    return {
      code: this.#number(progress, "code"),
      value: this.#number(progress, "value"),
      depth: this.#number(progress, "depth"),
      nodes: this.#number(progress, "nodes"),
      rows: Array.from({ length: count }, (_, place) => this.#row(rows, place, isThrow)),
    };
  }

  /**
   * @param {Described} rows
   * @param {number} place
   * @param {boolean} isThrow whether a throw is due: then the code is no move
   * @returns {Row}
   */
  #row(rows, place, isThrow) {
    const length = this.#number(rows, "length", place);
    const code = this.#number(rows, "code", place);
    const line = Array.from({ length }, (_, ply) => this.#number(rows, "line", place, ply));
    return {
      code,
      value: this.#number(rows, "value", place),
      plies: this.#number(rows, "plies", place),
      exact: this.#number(rows, "solved", place) !== 0,
      depth: this.#number(rows, "depth", place),
      // A search out of time may have a best move without a line.
      line: isThrow ? [] : length ? line : [code],
    };
  }

  /**
   * @param {Described} array
   * @param {string} name
   * @param {number} place of the record
   * @param {number} item of the field
   * @returns {[DataView, number, string]}
   */
  #at(array, name, place, item) {
    const [offset, type] = array.fields[name];
    const size = SIZES[/** @type {keyof typeof SIZES} */ (type)];
    const view = new DataView(this.#memory.buffer);
    return [view, this.#base + array.offset + place * array.stride + offset + item * size, type];
  }

  /**
   * @param {Described} array
   * @param {string} name
   * @param {number} [place]
   * @param {number} [item]
   */
  #number(array, name, place = 0, item = 0) {
    const [view, at, type] = this.#at(array, name, place, item);
    if (type === "f8") return view.getFloat64(at, true);
    return type === "u1" ? view.getUint8(at) : Number(view.getBigInt64(at, true));
  }

  /**
   * @param {Described} array
   * @param {string} name
   * @param {number} value
   */
  #set(array, name, value) {
    const [view, at] = this.#at(array, name, 0, 0);
    view.setBigInt64(at, BigInt(value), true);
  }
}
