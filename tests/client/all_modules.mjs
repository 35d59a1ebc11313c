// Runs the unit tests of all modules in one process of Node: each file is a suite, with hooks of its own.
import { readdirSync } from "node:fs";
import { describe } from "node:test";

const FOLDER = new URL(".", import.meta.url);

for (const name of readdirSync(FOLDER).filter((each) => each.endsWith(".test.js")).sort()) {
  describe(name, async () => {
    await import(new URL(name, FOLDER).href);
  });
}
