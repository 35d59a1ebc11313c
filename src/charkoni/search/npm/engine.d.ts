export class Engine {
    /**
     * Compile a module.
     * @param {Manifest} manifest
     * @param {BufferSource} module
     */
    static load(manifest: Manifest, module: BufferSource): Promise<Engine>;
    /**
     * @param {Manifest} manifest
     * @param {WebAssembly.Instance} instance
     */
    constructor(manifest: Manifest, instance: WebAssembly.Instance);
    manifest: Manifest;
    /**
     * Begin a decision.
     * @param {Uint8Array} request its bytes, as the server writes them
     * @param {Settings} [settings] instead of what the request says
     */
    begin(request: Uint8Array, settings?: Settings): void;
    /**
     * Go on for at most so many nodes; return whether the decision is made.
     * @param {number} nodes
     */
    step(nodes: number): boolean;
    /** End the search with what it has found. */
    stop(): void;
    /**
     * Play random games from the first position of the request; return a hash of them, to be compared with another's.
     * @param {number} games
     */
    check(games: number): bigint;
    /** @returns {Answer} */
    answer(): Answer;
    #private;
}
/**
 * An array of records: its place from the base, bytes of a record, their number; of fields offset, type and length.
 */
export type Described = {
    offset: number;
    stride: number;
    count: number;
    fields: Record<string, [number, string, number]>;
};
export type Manifest = {
    format: number;
    game: string;
    search: string;
    digest: string;
    size: number;
    memory: number;
    lines: number;
    request: Described;
    path: Described;
    progress: Described;
    rows: Described;
};
/**
 * A move: its expected points for the player to move, 0 to 1; plies to a proved win or loss, or 0; its line as codes, which begins with the move; empty where a throw is due.
 */
export type Row = {
    code: number;
    value: number;
    plies: number;
    exact: boolean;
    depth: number;
    line: number[];
};
/**
 * code, value: the choice of a level, -1 where it made none; rows: the moves ranked, the best first.
 */
export type Answer = {
    code: number;
    value: number;
    depth: number;
    nodes: number;
    rows: Row[];
};
export type Settings = {
    lines?: number;
    nodes?: number;
    deepest?: number;
    age?: number;
};
