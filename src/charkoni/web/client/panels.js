// Everything beside the board: players, clocks, the coach's line, chips, offers, dialogs.  Builds elements, never markup.

/** @typedef {import("./messages").Table} Table */
/** @typedef {import("./messages").Counter} Counter */
/** @typedef {import("./messages").SeatInfo} SeatInfo */
/** @typedef {Record<string, string>} Words */

/**
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

/** @param {string} id @returns {HTMLElement} */
export function part(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no part ${id}`);
  return found;
}

/** An arrow that points up. */
function arrow() {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", "M12 3l8 9h-5v9H9v-9H4z");
  svg.append(path);
  return svg;
}

/** A sentence with its fields filled in. @param {string} text @param {Record<string, string>} values */
export function fill(text, values) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

export class Panels {
  /** @param {Words} words @param {(act: string, value?: string) => void} act */
  constructor(words, act) {
    this.words = words;
    this.act = act;
    this.spoken = "";
    document.addEventListener("click", (event) => {
      const button = /** @type {Element} */ (event.target).closest("[data-act]");
      if (button instanceof HTMLElement) act(button.dataset.act ?? "", button.dataset.value);
    });
    for (const dialog of document.querySelectorAll("dialog")) {
      dialog.addEventListener("click", (event) => {
        if (event.target === dialog) dialog.close(); // a tap beside it
      });
    }
  }

  // --- the coach --------------------------------------------------------------------------------------------------------

  /**
   * Say something, and let screen readers say it, too.
   * @param {string} text
   * @param {"calm" | "ready" | "refused"} [mood]
   * @param {{text: string, url: string}} [rule]
   */
  say(text, mood = "calm", rule) {
    const line = part("coach");
    line.dataset.mood = mood;
    // Screen readers keep silent when a message equals the one before.
    const again = text === this.spoken ? "\u00a0" : "";
    this.spoken = text + again;
    line.replaceChildren(text + again);
    if (rule) line.append(" ", make("a", { href: rule.url, target: "_blank", class: "clause" }, rule.text));
  }

  /** A short message that goes by itself. @param {string} text */
  toast(text) {
    const made = make("p", { class: "toast" }, text);
    part("toasts").append(made);
    setTimeout(() => made.remove(), 5000);
  }

  /** @param {string} text without text the banner goes */
  banner(text) {
    const found = part("banner");
    found.hidden = !text;
    found.textContent = text;
  }

  // --- players ----------------------------------------------------------------------------------------------------------

  /**
   * The strips of the players: the one at the bottom, and the others.
   * @param {Table} table
   * @param {readonly Counter[]} hud
   * @param {number} bottom
   */
  players(table, hud, bottom) {
    const turn = table.status.turn === -1 ? table.status.thrower : table.status.turn;
    const strips = table.seats.map((seat) => this.#strip(seat, hud, seat.seat === turn, table.clocks.kind !== "none", table));
    part("near").replaceChildren(...strips.filter((_, i) => i === bottom));
    part("far").replaceChildren(...strips.filter((_, i) => i !== bottom));
    part("far").dataset.many = String(strips.length > 2);
    const shared = hud.filter((each) => each.seat === null);
    part("shared").replaceChildren(...shared.map((each) => counter(each)));
    part("watchers").textContent = table.watchers ? fill(this.words.watchers, { n: String(table.watchers) }) : "";
  }

  /** @param {SeatInfo} seat @param {readonly Counter[]} hud @param {boolean} turn @param {boolean} timed @param {Table} table */
  #strip(seat, hud, turn, timed, table) {
    const strip = make("div", { class: turn ? "strip turn" : "strip", "data-seat": String(seat.seat), "data-colour": seat.colour });
    const thinks = turn && seat.kind === "computer" && table.status.state === "open";
    const presence = thinks ? this.words.thinks : seat.kind === "human" && !seat.online ? this.words.away : "";
    const shares = seat.you && table.seats.filter((each) => each.you).length > 1;
    const name = make("span", { class: "name" }, shares ? seat.label : seat.name);
    if (seat.you && !shares) name.append(" ", make("span", { class: "you" }, this.words.you));
    strip.append(
      make("span", { class: `dot-of ${seat.kind} ${seat.online ? "online" : "offline"}`, title: presence || seat.label }),
      make("span", { class: "who" }, name, make("span", { class: "colour" }, presence ? `${seat.label} · ${presence}` : shares ? seat.name : seat.label)),
      make("span", { class: "counters" }, ...hud.filter((each) => each.seat === seat.seat).map((each) => counter(each))),
    );
    const score = table.status.scores?.[seat.seat];
    if (score !== undefined) strip.append(make("span", { class: "score" }, score));
    else if (timed) strip.append(make("span", { class: "clock", id: `clock-${seat.seat}`, role: "timer" }));
    return strip;
  }

  /** @param {number} seat @param {string} text @param {boolean} low @param {boolean} waiting */
  clock(seat, text, low, waiting) {
    const found = document.getElementById(`clock-${seat}`);
    if (!found) return;
    const shown = waiting ? this.words.waiting : text;
    if (found.textContent !== shown) found.textContent = shown;
    found.classList.toggle("low", low);
  }

  /** All clocks in a sentence. @param {readonly SeatInfo[]} seats */
  clocks(seats) {
    return seats.map((seat) => `${seat.label}: ${document.getElementById(`clock-${seat.seat}`)?.textContent ?? "–"}`).join(" · ");
  }

  // --- what can be done ---------------------------------------------------------------------------------------------------

  /** Show the buttons that make sense now. @param {readonly string[]} can */
  buttons(can) {
    for (const button of document.querySelectorAll("[data-can]")) {
      const needs = (/** @type {HTMLElement} */ (button).dataset.can ?? "").split(" ");
      /** @type {HTMLElement} */ (button).hidden = !needs.some((need) => can.includes(need));
    }
  }

  /**
   * Chips: choices that lie nowhere on the board.
   * @param {readonly string[]} zones
   * @param {Record<string, string | null>} labels
   * @param {string | undefined} pending
   * @param {{ways: Record<string, [number, number]>, at: {x: number, y: number} | undefined, far: number}} compass
   *   the chips that are directions, the point of the screen round which they stand, and how far from it
   */
  chips(zones, labels, pending, { ways, at, far }) {
    const stems = new Set(zones.map((zone) => zone.replace(/-?\d+$/, "")));
    const compact = zones.length > 1 && stems.size === 1 && zones.every((zone) => /\d$/.test(zone));
    part("chips").replaceChildren(...zones.map((zone) => {
      const label = labels[zone] ?? zone;
      const face = compact ? /\d+$/.exec(zone)?.[0] ?? label : label;
      const chip = make("button", { class: "chip", type: "button", "data-act": "tap", "data-value": zone, "aria-label": label }, face);
      chip.setAttribute("aria-pressed", String(zone === pending));
      const way = at && ways[zone];
      if (way) {
        const board = part("board").getBoundingClientRect();
        chip.classList.add("arrow");
        chip.replaceChildren(arrow());
        chip.style.left = `${at.x - board.left + way[0] * far}px`;
        chip.style.top = `${at.y - board.top + way[1] * far}px`;
        chip.style.rotate = `${Math.atan2(way[0], -way[1])}rad`;
      }
      return chip;
    }));
  }

  /** Put the chips beside a point of the screen, or below the board. @param {{x: number, y: number} | undefined} at */
  chipsAt(at) {
    const box = part("chips");
    box.classList.toggle("near-target", at !== undefined);
    box.style.removeProperty("left");
    box.style.removeProperty("top");
    if (!at) return;
    const board = part("board").getBoundingClientRect();
    const size = box.getBoundingClientRect();
    const x = Math.min(Math.max(at.x - board.left - size.width / 2, 4), board.width - size.width - 4);
    const above = at.y - board.top - size.height - 28;
    box.style.left = `${Math.max(0, x)}px`;
    box.style.top = `${above > 0 ? above : at.y - board.top + 28}px`;
  }

  /** Offers, the result, the way to the next game. @param {Table} table @param {number[]} mine */
  notices(table, mine) {
    const { words } = this;
    const cards = table.offers.map((offer) => {
      const own = mine.includes(offer.seat);
      const asked = offer.waiting.some((seat) => mine.includes(seat));
      const card = make("div", { class: "card" }, make("p", {}, words[own ? `offered-${offer.kind}` : `offer-${offer.kind}`]));
      if (asked) card.append(make("button", { "data-act": "yes", "data-value": offer.kind, class: "good" }, words.accept));
      if (asked || own) card.append(make("button", { "data-act": "no", "data-value": offer.kind }, own ? words.withdraw : words.decline));
      return card;
    });
    if (table.next) cards.unshift(make("div", { class: "card good" }, make("a", { href: table.next, class: "button" }, words["next-game"])));
    const over = table.status.state === "over" || table.status.state === "called-off";
    if (over) {
      const card = make("div", { class: "card result" }, make("p", { class: "verdict" }, table.status.text));
      if (table.can.includes("rematch")) card.append(make("button", { "data-act": "rematch", class: "good" }, words.rematch));
      card.append(make("a", { href: "/", class: "button" }, words["new-game"]));
      cards.push(card);
    }
    if (table.can.includes("claim")) cards.push(make("div", { class: "card" }, make("p", {}, words.gone), make("button", { "data-act": "claim" }, words.claim)));
    if (table.note) cards.push(make("div", { class: "card quiet" }, make("p", {}, table.note)));
    const invite = table.invite;
    if (invite) cards.push(this.#invitation(invite));
    const shown = part("notices");
    const key = JSON.stringify([table.offers, table.next, table.status, table.can, table.note, invite, mine]);
    if (shown.dataset.key === key) return; // keeps the focus on a button that is still there
    shown.dataset.key = key;
    shown.replaceChildren(...cards);
  }

  /** @param {string} invite */
  #invitation(invite) {
    const { words } = this;
    const url = new URL(invite, location.href).href;
    return make("div", { class: "card invite" },
      make("p", {}, words.invite),
      make("img", { src: `${url}.svg`, alt: words.qr, width: "132", height: "132" }),
      make("input", { readonly: "", value: url, "aria-label": words.link }),
      make("button", { "data-act": "copy", "data-value": url, class: "good" }, words.copy));
  }

  // --- dialogs ------------------------------------------------------------------------------------------------------------

  /** @param {string} id @param {boolean} [open] */
  dialog(id, open = true) {
    const found = /** @type {HTMLDialogElement} */ (part(id));
    if (open && !found.open) found.showModal();
    if (!open && found.open) found.close();
  }

  /** Ask before something that cannot be undone. @param {string} text @param {string} yes @param {() => void} then */
  confirm(text, yes, then) {
    part("confirm-text").textContent = text;
    const button = part("confirm-yes");
    button.textContent = yes;
    button.onclick = () => {
      this.dialog("confirm", false);
      then();
    };
    this.dialog("confirm");
  }

  /** @param {string[]} moves */
  moves(moves) {
    part("moves-list").replaceChildren(...moves.map((move) => make("button", { "data-act": "play", "data-value": move, class: "chip" }, move)));
    this.dialog("moves");
  }
}

/** @param {Counter} each */
function counter(each) {
  const made = make("span", { class: "counter" }, make("span", { class: "counter-name" }, each.label), " ", make("b", {}, each.value));
  if (each.bar) {
    const [value, goal, whole] = each.bar;
    const bar = make("span", { class: "bar" }, make("i", {}), make("i", {}));
    bar.style.setProperty("--part", String(value / whole));
    bar.style.setProperty("--goal", String(goal / whole));
    made.append(bar);
  }
  return made;
}
