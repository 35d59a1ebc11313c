// Answers requests by a module: node answers.mjs MANIFEST SLICE < requests.json > answers.json
import fs from "node:fs";
import { Engine } from "../../src/charkoni/search/engine.js";

const [path, slice] = process.argv.slice(2);
const manifest = JSON.parse(fs.readFileSync(path, "utf8"));
const engine = await Engine.load(manifest, fs.readFileSync(path.replace(/json$/, "wasm")));
const began = process.hrtime.bigint();
const answers = JSON.parse(fs.readFileSync(0, "utf8")).map((request) => {
  engine.begin(Buffer.from(request, "base64"));
  while (!engine.step(Number(slice)));
  return engine.answer();
});
const seconds = Number(process.hrtime.bigint() - began) / 1e9;
process.stdout.write(JSON.stringify({ answers, seconds }));
