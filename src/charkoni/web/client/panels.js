// Everything beside the board: players, clocks, the coach's line, offers, dialogs.  Builds elements, never markup.

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

/** Say how a part stands where it does not yet: styles are computed anew even if nothing changes. @param {HTMLElement} found @param {Record<string, string>} data */
export function mark(found, data) {
  for (const [name, value] of Object.entries(data)) if (found.dataset[name] !== value) found.dataset[name] = value;
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
    this.can = "-";
    /** The strip of every seat, and what it was made of. @type {Map<number, {key: string, strip: HTMLElement}>} */
    this.strips = new Map();
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
    mark(line, { mood });
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
    const strips = table.seats.map((seat) => this.#kept(seat, hud.filter((each) => each.seat === seat.seat), seat.seat === turn, table));
    hold(part("near"), strips.filter((_, i) => i === bottom));
    hold(part("far"), strips.filter((_, i) => i !== bottom));
    for (const id of ["far", "near"]) mark(part(id), { many: String(strips.length > 2) });
    part("shared").replaceChildren(...hud.filter((each) => each.seat === null).map((each) => counter(each)));
    part("watchers").textContent = table.watchers ? fill(this.words.watchers, { n: String(table.watchers) }) : "";
  }

  /** The strip of a seat: made anew only if it says something else. @param {SeatInfo} seat @param {readonly Counter[]} counters @param {boolean} turn @param {Table} table */
  #kept(seat, counters, turn, table) {
    const thinks = turn && seat.kind === "computer" && table.status.state === "open";
    const shares = seat.you && table.seats.filter((each) => each.you).length > 1;
    const score = table.status.scores?.[seat.seat] ?? (table.clocks.kind === "none" ? "" : undefined);
    const key = JSON.stringify([seat, counters, thinks, shares, score]);
    let kept = this.strips.get(seat.seat);
    if (kept?.key !== key) {
      kept = { key, strip: this.#strip(seat, counters, thinks, shares, score) };
      this.strips.set(seat.seat, kept);
    }
    kept.strip.classList.toggle("turn", turn);
    return kept.strip;
  }

  /** @param {SeatInfo} seat @param {readonly Counter[]} counters @param {boolean} thinks @param {boolean} shares @param {string | undefined} score without one there is a clock */
  #strip(seat, counters, thinks, shares, score) {
    const strip = make("div", { class: counters.some((each) => each.bar) ? "strip with-bar" : "strip", "data-seat": String(seat.seat), "data-colour": seat.colour });
    const presence = thinks ? this.words.thinks : seat.kind === "human" && !seat.online ? this.words.away : "";
    const name = make("span", { class: "name" }, shares ? seat.label : seat.name);
    if (seat.you && !shares) name.append(" ", make("span", { class: "you" }, this.words.you));
    strip.append(
      make("span", { class: `dot-of ${seat.kind} ${seat.online ? "online" : "offline"}`, title: presence || seat.label }),
      make("span", { class: "who" }, name, make("span", { class: "colour" }, presence ? `${seat.label} · ${presence}` : shares ? seat.name : seat.label)),
      make("span", { class: "counters" }, ...counters.map((each) => counter(each))),
    );
    if (score) strip.append(make("span", { class: "score" }, score));
    else if (score === undefined) strip.append(make("span", { class: "clock", id: `clock-${seat.seat}`, role: "timer" }));
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
    if (this.can === can.join(" ")) return;
    this.can = can.join(" ");
    for (const button of document.querySelectorAll("[data-can]")) {
      const needs = (/** @type {HTMLElement} */ (button).dataset.can ?? "").split(" ");
      /** @type {HTMLElement} */ (button).hidden = !needs.some((need) => can.includes(need));
    }
  }

  /** Offers, the result, the way to the next game: fetched when there is something of the kind. @param {Table} table @param {number[]} mine */
  notices(table, mine) {
    const shown = part("notices");
    const { offers, status, can, note, invite } = table;
    const key = JSON.stringify([offers, table.next, status, can, note, invite, mine]);
    if (shown.dataset.key === key) return; // keeps the focus on a button that is still there
    shown.dataset.key = key;
    const over = status.state === "over" || status.state === "called-off";
    if (!over && !offers.length && !table.next && !can.includes("claim") && !note && !invite) shown.replaceChildren();
    else void import("./cards.js").then(({ cards }) => {
      if (shown.dataset.key !== key) return;
      shown.replaceChildren(...cards(table, mine, this.words));
      shown.querySelector(".result, [data-act=yes]")?.scrollIntoView({ block: "nearest" }); // on a telephone it may lie under the buttons
    });
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

/** Put children in a box that does not hold them yet. @param {HTMLElement} box @param {readonly HTMLElement[]} children */
function hold(box, children) {
  if (children.length !== box.children.length || children.some((each, i) => box.children[i] !== each)) box.replaceChildren(...children);
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
