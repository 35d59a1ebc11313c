// Elements of pages that are built by script: found, made, headed.

/** @param {string} id */
export function part(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}

/** @param {string} tag @param {Record<string, string>} attributes @param {...(Node | string)} inner */
export function make(tag, attributes, ...inner) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...inner);
  return made;
}

/** @param {string} cls @param {string} text */
export function heading(cls, text) {
  return make("div", { role: "heading", "aria-level": "3", class: `head ${cls}`.trim() }, text);
}
