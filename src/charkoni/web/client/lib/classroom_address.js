// The address of the classroom that this browser teaches, so that other pages can give it a position.

const KEY = "classroom";

/** Return the address of the room, "" for none. */
export function taughtRoom() {
  try {
    return localStorage.getItem(KEY) ?? "";
  } catch {
    return ""; // storage is disabled
  }
}

/** @param {string} address of the room, "" once its lesson has ended */
export function rememberRoom(address) {
  try {
    if (address) localStorage.setItem(KEY, address);
    else localStorage.removeItem(KEY);
  } catch {
    // storage is disabled: positions are set up as text
  }
}
