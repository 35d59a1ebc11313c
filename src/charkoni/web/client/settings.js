// What a person has set on this device.

/**
 * @typedef {object} Settings
 * @property {string} motion off, fast, normal, slow, or clock: as the clock allows
 * @property {number} volume 0 to 1
 * @property {boolean} quick play a move when only one is left
 * @property {boolean} confirm a second tap sends the move
 * @property {boolean} numbers show counts on the board
 * @property {boolean} dots show where one may tap
 * @property {boolean} danger show what the opponent could take after a move
 * @property {string} flip of a board shared by several people: none, turn or facing
 * @property {boolean} curtain hide the board until the device is handed over
 */

const KEY = "settings";

/** @type {Settings} */
export const USUAL = {
  motion: "clock", volume: 0.5, quick: false, confirm: false, numbers: true, dots: true, danger: false, flip: "none", curtain: false,
};

/** @returns {Settings} */
export function load() {
  try {
    return { ...USUAL, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return { ...USUAL }; // storage is forbidden or its content is not ours
  }
}

/** @param {Partial<Settings>} changed */
export function save(changed) {
  const all = { ...load(), ...changed };
  try {
    localStorage.setItem(KEY, JSON.stringify(all));
  } catch {
    // without storage they last as long as the page
  }
  dispatchEvent(new CustomEvent("settings", { detail: all }));
}
