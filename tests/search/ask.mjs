// Asks a module: node ask.mjs MANIFEST < questions.json > answers.json; pages import `ask`.

/**
 * @typedef {{requests: string[], slice: number, games?: [string, number][], last?: number}} Questions
 * Requests in base64, the nodes of a call, requests of random games with their numbers, and after how many calls a search
 * is left, by default when it is over.
 */

/**
 * Return the answers, the hashes of the games, the seconds of the searches, and the ms from the module in memory to the
 * first slice of the first search.
 * @param {object} manifest
 * @param {BufferSource} module
 * @param {Questions} questions
 */
export async function ask(manifest, module, { requests, slice, games = [], last = Infinity }) {
  const { Engine } = await import("../../src/charkoni/search/engine.js");
  const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const loaded = performance.now();
  const engine = await Engine.load(manifest, module);
  let first = 0;
  const began = performance.now();
  const answers = requests.map((request) => {
    engine.begin(bytes(request));
    for (let calls = 0, isDone = false; !isDone && calls < last; calls++) {
      isDone = engine.step(slice);
      first ||= performance.now() - loaded;
    }
    return engine.answer();
  });
  const seconds = (performance.now() - began) / 1000;
  const hashes = games.map(([request, count]) => {
    engine.begin(bytes(request));
    return String(engine.check(count));
  });
  return { answers, hashes, seconds, first };
}

if (globalThis.process) {
  const { readFileSync } = await import("node:fs");
  const manifest = readFileSync(process.argv[2], "utf8");
  const module = readFileSync(process.argv[2].replace(/json$/, "wasm"));
  const questions = JSON.parse(readFileSync(0, "utf8"));
  process.stdout.write(JSON.stringify(await ask(JSON.parse(manifest), module, questions)));
}
