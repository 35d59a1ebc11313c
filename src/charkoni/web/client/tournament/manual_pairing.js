// Manual pairing: seats are exchanged by taps or drags, and checked by the server after every change.
// The text of the form holds the pairing; the list of tables is drawn from it.

const CHECK_AFTER_MS = 400;

/** The breaches of the pairing rules in a pairing, or that there are none, and what the engine would have; text: why it cannot be read. @typedef {{text?: string, breaches?: string[], is_fine?: string, difference?: string, allow?: string, tables?: string}} Verdict */

/** The tables of a text as pairs of starting numbers, 0 for nobody. @param {string} text @returns {number[][]} */
export function parseTables(text) {
  return text.split(/[\s,]+/).filter(Boolean).map((word) => {
    const [one, other] = word.split(/[-:–]/).map(Number);
    return [one || 0, other || 0];
  });
}

/** How a side meets its opponent's score: an arrow down from a higher one, up from a lower one. @param {number | undefined} own @param {number | undefined} other */
export function floatOf(own, other) {
  return own === undefined || other === undefined || own === other ? "" : own > other ? " ↓" : " ↑";
}

/** Enable the exchange of seats in a form. @param {HTMLFormElement} form @param {(report: Verdict, isRead: boolean) => void} showVerdict called after every check */
export function enable(form, showVerdict) {
  const area = /** @type {HTMLTextAreaElement} */ (form.querySelector("[name=tables]"));
  const box = /** @type {HTMLElement} */ (form.querySelector("[data-seats]"));
  const first = Number(box.dataset.seats) || 1;
  /** @type {Map<number, string>} */
  const names = new Map([...document.querySelectorAll("[data-number]")].map((item) => [Number(item.getAttribute("data-number")), item.textContent ?? ""]));
  /** Half points before the round. @type {Map<number, number>} */
  const points = new Map([...document.querySelectorAll("[data-points]")].map((item) => [Number(item.getAttribute("data-number")), Number(item.getAttribute("data-points"))]));
  /** @type {[number, number] | undefined} */
  let held;
  let isExchanged = false;
  let timer = 0;

  /** Exchange the players of two seats. @param {[number, number]} one @param {[number, number]} other */
  function exchange(one, other) {
    const tables = parseTables(area.value);
    [tables[one[0]][one[1]], tables[other[0]][other[1]]] = [tables[other[0]][other[1]], tables[one[0]][one[1]]];
    area.value = tables.map(([a, b]) => (a && b ? `${a}-${b}` : `${a || b}`)).join("\n");
    isExchanged = true;
    changed();
  }

  /** Select a seat, or exchange it with the selected one. @param {[number, number]} seat */
  function tapped(seat) {
    const before = held;
    held = before ? undefined : seat;
    if (before && (before[0] !== seat[0] || before[1] !== seat[1])) exchange(before, seat);
    else render();
  }

  function render() {
    const seated = new Set();
    const rows = parseTables(area.value).map((table, place) => {
      const row = document.createElement("li");
      row.append(Object.assign(document.createElement("b"), { textContent: String(place + first) }), ...table.map((number, side) => {
        seated.add(number);
        const seat = document.createElement("button");
        seat.type = "button";
        seat.draggable = number > 0;
        const float = floatOf(points.get(number), points.get(table[1 - side]));
        seat.textContent = number ? `${number} ${names.get(number) ?? "?"}${float}` : "–";
        seat.setAttribute("aria-pressed", String(held?.[0] === place && held?.[1] === side));
        seat.addEventListener("click", () => tapped([place, side]));
        seat.addEventListener("dragstart", (event) => event.dataTransfer?.setData("text/plain", `${place} ${side}`));
        seat.addEventListener("dragover", (event) => event.preventDefault());
        seat.addEventListener("drop", (event) => {
          event.preventDefault();
          const [from, of] = (event.dataTransfer?.getData("text/plain") ?? "").split(" ").map(Number);
          if (Number.isInteger(from) && Number.isInteger(of)) exchange([from, of], [place, side]);
        });
        return seat;
      }));
      return row;
    });
    box.replaceChildren(...rows);
    document.querySelectorAll("[data-number]").forEach((item) => item.classList.toggle("seated", seated.has(Number(item.getAttribute("data-number")))));
  }

  async function check() {
    const sent = area.value;
    const answer = await fetch(form.dataset.check ?? "", { method: "POST", body: new URLSearchParams(/** @type {any} */ (new FormData(form))), headers: { accept: "application/json" } }).catch(() => undefined);
    if (!answer) return;
    const report = /** @type {Verdict} */ (await answer.json().catch(() => ({})));
    if (area.value !== sent) return; // changed meanwhile, and checked again
    showVerdict(report, answer.ok);
    if (isExchanged && report.tables) { // what is typed keeps its order
      area.value = report.tables;
      isExchanged = false;
      render();
    }
  }

  function changed() {
    render();
    window.clearTimeout(timer);
    timer = window.setTimeout(() => void check(), CHECK_AFTER_MS);
  }

  area.addEventListener("input", changed);
  render();
}
