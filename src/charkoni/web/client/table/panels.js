// The panels beside the board: players, clocks, the coach's sentence, buttons, notices, dialogs.

import { fill, make, mark, part } from "../lib/elements.js";

/** @typedef {import("../messages").Table} Table */
/** @typedef {import("../messages").Counter} Counter */
/** @typedef {import("../messages").SeatInfo} SeatInfo */
/** @typedef {Record<string, string>} Words */

/** Sentences with more characters are written smaller on a telephone. */
const LONG = 66;

/** Everything on the page of a table but the board and the list of moves. */
export class Panels {
  /** @param {Words} words texts by name @param {(action: string, value?: string) => void} act called by buttons with `data-act` */
  constructor(words, act) {
    this.words = words;
    this.act = act;
    this.lastSentence = "";
    this.can = "-";
    /** The strip of every seat, and the content it was made from. @type {Map<number, {key: string, strip: HTMLElement}>} */
    this.strips = new Map();
    document.addEventListener("click", (event) => {
      const button = /** @type {Element} */ (event.target).closest("[data-act]");
      if (button instanceof HTMLElement) act(button.dataset.act ?? "", button.dataset.value);
    });
    for (const dialog of document.querySelectorAll("dialog")) {
      dialog.addEventListener("click", (event) => {
        // A tap on its backdrop:
        if (event.target === dialog) dialog.close();
      });
    }
  }

  // --- the coach --------------------------------------------------------------------------------------------------------

  /**
   * Show a sentence, also to screen readers.
   * @param {string} text
   * @param {"calm" | "ready" | "refused"} [mood]
   * @param {{text: string, url: string}} [rule] a link after it
   */
  showSentence(text, mood = "calm", rule) {
    const line = part("coach");
    mark(line, { mood, long: text.length > LONG ? "yes" : "" });
    // Screen readers do not announce an unchanged text again.
    const again = text === this.lastSentence ? "\u00a0" : "";
    this.lastSentence = text + again;
    line.replaceChildren(text + again);
    if (rule) line.append(" ", make("a", { href: rule.url, target: "_blank", class: "clause" }, rule.text));
  }

  /** Show a short message for 5 seconds. @param {string} text */
  toast(text) {
    const made = make("p", { class: "toast" }, text);
    part("toasts").append(made);
    setTimeout(() => made.remove(), 5000);
  }

  /** Show a banner. @param {string} text "" hides it */
  banner(text) {
    const box = part("banner");
    box.hidden = !text;
    box.textContent = text;
  }

  /**
   * Set the title of the page, and show on its tab and on the icon of an installed page whether it is the visitor's turn.
   * @param {string} text
   * @param {boolean} decides
   */
  title(text, decides) {
    const title = `${decides ? "● " : ""}${text}`;
    if (document.title !== title) document.title = title;
    const icon = /** @type {HTMLLinkElement | null} */ (document.querySelector("link[rel=icon]"));
    if (!icon || (icon.dataset.turn === "mine") === decides) return;
    icon.dataset.turn = decides ? "mine" : "";
    icon.href = icon.href.replace(/icon(-turn)?\.svg/, decides ? "icon-turn.svg" : "icon.svg");
    // A badge is optional.
    (decides ? navigator.setAppBadge?.() : navigator.clearAppBadge?.())?.catch(() => undefined);
  }

  // --- players ----------------------------------------------------------------------------------------------------------

  /**
   * Show the strips of the players: the one at the bottom, and the others.
   * @param {Table} table
   * @param {readonly Counter[]} hud of seats and of the game
   * @param {number} bottom the seat at the bottom
   */
  players(table, hud, bottom) {
    const turn = table.status.turn === -1 ? table.status.thrower : table.status.turn;
    const strips = table.seats.map((seat) => this.#stripOf(seat, hud.filter((each) => each.seat === seat.seat), seat.seat === turn, table));
    showIn(part("near"), strips.filter((_, i) => i === bottom));
    showIn(part("far"), strips.filter((_, i) => i !== bottom));
    for (const id of ["far", "near"]) mark(part(id), { many: String(strips.length > 2) });
    part("shared").replaceChildren(...hud.filter((each) => each.seat === null).map((each) => counter(each, this.words)));
    part("watchers").textContent = table.watchers ? fill(this.words.watchers, { n: String(table.watchers) }) : "";
  }

  /** The strip of a seat; rebuilt only when its content has changed. @param {SeatInfo} seat @param {readonly Counter[]} counters @param {boolean} turn @param {Table} table */
  #stripOf(seat, counters, turn, table) {
    const thinks = turn && seat.kind === "computer" && table.status.state === "open";
    const own = table.seats.filter((each) => each.you);
    const shares = seat.you && own.length > 1;
    const mates = table.seats.filter((each) => each.side === seat.side);
    const team = mates.length > 1 ? fill(this.words.team, { n: String(seat.side + 1) }) : "";
    // At a table with others:
    const isAlone = own.length < table.seats.length;
    // By people at one device:
    const named = own.some((each) => each.name !== own[0].name);
    const score = table.status.scores?.[seat.seat] ?.replace("1/2", "½") ?? (table.clocks.kind === "none" ? "" : undefined);
    const key = JSON.stringify([seat, counters, thinks, shares, named, score, team]);
    let kept = this.strips.get(seat.seat);
    if (kept?.key !== key) {
      kept = { key, strip: this.#makeStrip(seat, counters, { thinks, isColour: table.seats.length > 2 || (shares && !named), you: seat.you && isAlone, team, score }) };
      this.strips.set(seat.seat, kept);
    }
    kept.strip.classList.toggle("turn", turn);
    return kept.strip;
  }

  /** isColour: whether the name of the colour comes first; score undefined: a clock stands there. @param {SeatInfo} seat @param {readonly Counter[]} counters @param {{thinks: boolean, isColour: boolean, you: boolean, team: string, score: string | undefined}} shown */
  #makeStrip(seat, counters, { thinks, isColour, you, team, score }) {
    const strip = make("div", { class: counters.some((each) => each.bar) ? "strip with-bar" : "strip", "data-seat": String(seat.seat), "data-colour": seat.colour });
    const presence = thinks ? this.words.thinks : seat.kind === "human" && !seat.online ? this.words.away : "";
    const [first, second] = isColour ? [seat.label, seat.name] : [seat.name, seat.label];
    const name = make("span", { class: "name" }, first);
    if (you) name.append(" ", make("span", { class: "you" }, this.words.you));
    else if (team) name.append(" ", make("span", { class: "you team", "data-team": team.replace(/\D/g, ""), title: team }, team));
    strip.append(
      make("span", { class: `dot-of ${seat.kind} ${seat.online ? "online" : "offline"}`, title: presence || seat.label }),
      make("span", { class: "who" }, name, make("span", { class: "colour" }, [you && team, second, presence].filter(Boolean).join(" · "))),
      make("span", { class: "counters" }, ...counters.map((each) => counter(each, this.words))),
    );
    if (score) strip.append(make("span", { class: "score" }, score));
    else if (score === undefined) strip.append(make("span", { class: "clock", id: `clock-${seat.seat}`, role: "timer" }));
    return strip;
  }

  // --- actions ------------------------------------------------------------------------------------------------------------

  /** Show the buttons of what can be done now. @param {readonly string[]} can as in `Table` */
  buttons(can) {
    if (this.can === can.join(" ")) return;
    this.can = can.join(" ");
    for (const button of document.querySelectorAll("[data-can]")) {
      const needs = (/** @type {HTMLElement} */ (button).dataset.can ?? "").split(" ");
      /** @type {HTMLElement} */ (button).hidden = !needs.some((need) => can.includes(need));
    }
  }

  /** Show offers and other notices; their module is fetched with the first of them. @param {Table} table @param {number[]} ownSeats */
  notices(table, ownSeats) {
    const shown = part("notices");
    const { offers, status, can, note, invite } = table;
    const key = JSON.stringify([offers, status, can, note, invite, ownSeats]);
    // A button in it keeps the focus.
    if (shown.dataset.key === key) return;
    shown.dataset.key = key;
    if (status.state !== "called-off" && !offers.length && !can.includes("claim") && !note && !invite) shown.replaceChildren();
    else void import("./notices.js").then(({ noticeCards }) => {
      if (shown.dataset.key !== key) return;
      shown.replaceChildren(...noticeCards(table, ownSeats, this.words));
      // On a phone it may lie under the buttons.
      shown.querySelector(".result, [data-act=yes]")?.scrollIntoView({ block: "nearest" });
    });
  }

  // --- dialogs ------------------------------------------------------------------------------------------------------------

  /** Open or close a dialog. @param {string} id @param {boolean} [open] */
  dialog(id, open = true) {
    const dialog = /** @type {HTMLDialogElement} */ (part(id));
    if (open && !dialog.open) dialog.showModal();
    if (!open && dialog.open) dialog.close();
  }
}

/** Put children in a box unless it holds exactly them. @param {HTMLElement} box @param {readonly HTMLElement[]} children */
function showIn(box, children) {
  if (children.length !== box.children.length || children.some((each, i) => box.children[i] !== each)) box.replaceChildren(...children);
}

/** The elements of a counter, a button that explains itself (see the style). @param {Counter} each @param {Words} words */
function counter(each, words) {
  const made = make("button", { class: "counter", "data-tip": words[`?${each.label}`] ?? "" }, make("span", { class: "counter-name" }, each.label), " ", make("b", {}, each.value));
  if (each.bar) {
    const [value, goal, whole] = each.bar;
    const bar = make("span", { class: "bar" }, make("i", {}), make("i", {}));
    bar.style.setProperty("--part", String(value / whole));
    bar.style.setProperty("--goal", String(goal / whole));
    made.append(bar);
  }
  return made;
}
