// A board shared by several people at one device: it turns to who decides, and is hidden while it is handed over.

import { fill, part } from "../lib/elements.js";

/** @typedef {import("./context").TableContext} TableContext */
/** @typedef {import("../lib/settings.js").Settings} Settings */

/** Turn the board to who decides, and hide it until the device has been handed over. @param {TableContext} table @param {Settings} settings */
export function share({ now, ownSeats, turn, words, panels }, settings) {
  const present = now();
  if (!present || settings.flip !== "turn") return;
  const seat = present.table.status.turn;
  const shown = part("table").dataset;
  if (seat !== present.bottom && ownSeats().includes(seat)) turn(seat); // a view from there follows
  else if (shown.bottom !== String(present.bottom)) {
    shown.bottom = String(present.bottom);
    if (!present.ply || !settings.curtain) return;
    part("curtain-text").textContent = fill(words.curtain, { player: present.table.seats[present.bottom].label });
    panels.dialog("curtain");
  }
}
