// Elements of a page: found by their id, made with their attributes, marked and filled with text.

const SVG = "http://www.w3.org/2000/svg";

/**
 * The element with an id.
 * @param {string} id
 * @returns {HTMLElement}
 * @throws {Error} when the page has none
 */
export function part(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no part ${id}`);
  return element;
}

/**
 * A new element of HTML.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, string>} [attributes]
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function make(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/**
 * A new element of SVG.
 * @param {string} tag
 * @param {Record<string, string | number>} [attributes] lengths in units of the drawing
 * @returns {SVGElement}
 */
export function makeSvg(tag, attributes = {}) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  return made;
}

/**
 * A heading of the third level.
 * @param {string} cls more classes, "" for none
 * @param {string} text
 */
export function heading(cls, text) {
  return make("div", { role: "heading", "aria-level": "3", class: `head ${cls}`.trim() }, text);
}

/**
 * Set data attributes, only those that differ: browsers compute styles anew even for an equal value.
 * @param {HTMLElement} element
 * @param {Record<string, string>} data values by name, without the prefix `data-`
 */
export function mark(element, data) {
  for (const [name, value] of Object.entries(data)) if (element.dataset[name] !== value) element.dataset[name] = value;
}

/**
 * A text with its fields, `{name}`, replaced by their values; unknown fields stay.
 * @param {string} text
 * @param {Record<string, string>} values
 */
export function fill(text, values) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

/** Fields of a form as they are sent, without the growth of an address. @param {Record<string, string>} fields */
export function form(fields) {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  return data;
}
