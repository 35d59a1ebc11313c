// The start of a table.  The page is whole as the server sends it, so that no script delays its first paint: the modules
// that it names are fetched, all at once, when it has been painted.

/** A page in the background is not painted; it starts after this time. */
const LONGEST_MS = 250;

const { modules = "" } = /** @type {HTMLElement} */ (document.querySelector("[data-modules]")).dataset;
const addresses = modules.split(" ").map((name) => new URL(`${name}.js`, import.meta.url).href);

await new Promise((done) => {
  requestAnimationFrame(() => setTimeout(done));
  setTimeout(done, LONGEST_MS);
});
for (const href of addresses) document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
for (const address of addresses) await import(address);
