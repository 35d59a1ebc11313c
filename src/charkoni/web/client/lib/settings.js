// The settings of this device, stored by the browser.

/**
 * @typedef {object} Settings
 * @property {string} motion off, fast, normal, slow, or clock: as the clock allows
 * @property {number} volume 0 to 1
 * @property {boolean} quick play a move at once when it is the only one left
 * @property {boolean} confirm send a move at a second tap
 * @property {boolean} premove keep taps in the turn of another person for the own turn
 * @property {boolean} numbers show counts on the board
 * @property {string} pieces the set of pieces: natural or flat
 * @property {boolean} dots mark the legal zones
 * @property {boolean} danger show what the opponent could take after a move
 * @property {string} flip the orientation of a board shared by several people: none, turn or facing
 * @property {boolean} curtain hide the board until the device has been handed over
 */

const KEY = "settings";

/** @type {Settings} */
export const DEFAULTS = {
  motion: "clock", volume: 0.5, quick: false, confirm: false, premove: true, numbers: true, pieces: "natural", dots: true, danger: false, flip: "none", curtain: false,
};

/** The settings of this device, the defaults where nothing is stored. @returns {Settings} */
export function loadSettings() {
  try {
    return { ...DEFAULTS, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    // Storage is disabled, or its content is invalid.
    return { ...DEFAULTS };
  }
}

/** Store some settings and dispatch the event `settings`. @param {Partial<Settings>} changed */
export function saveSettings(changed) {
  const all = { ...loadSettings(), ...changed };
  try {
    localStorage.setItem(KEY, JSON.stringify(all));
  } catch {
    // without storage the settings last as long as the page
  }
  dispatchEvent(new CustomEvent("settings", { detail: all }));
}
