// A page without elements, for modules that look through it when they are loaded.

globalThis.document = { querySelectorAll: () => [] };
globalThis.matchMedia = () => ({ matches: false });
