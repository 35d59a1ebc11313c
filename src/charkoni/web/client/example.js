// Examples of the rule pages come to life: a button plays the move on the board before it.

/** @typedef {{lang: string, words: Record<string, string>}} Page */

const page = /** @type {Page} */ (JSON.parse(document.getElementById("page")?.textContent ?? "{}"));

/** @param {HTMLElement} figure */
function enliven(figure) {
  const { game = "", position = "", move } = figure.dataset;
  const box = /** @type {HTMLElement | null} */ (figure.querySelector(".example-board"));
  if (!box) return;
  const { words } = page;
  /** @type {import("./stage.js").Stage | undefined} */
  let stage;
  /** The move whose button was pressed last. */
  let shown = "";

  /** @param {HTMLButtonElement} button @param {string} text */
  async function press(button, text) {
    button.disabled = true;
    if (!stage) {
      const { Stage } = await import("./stage.js");
      stage = new Stage(box ?? figure, { game, lang: page.lang, title: words.board });
    }
    const back = shown === text;
    shown = back ? "" : text;
    for (const each of figure.querySelectorAll("[data-plays]")) each.setAttribute("aria-pressed", String(!back && each === button));
    figure.classList.toggle("playing", !back);
    await stage.show(position);
    if (!back) await stage.play(position, [text]);
    button.disabled = false;
    button.focus();
  }

  /** @param {Element} code that holds a move */
  function offer(code) {
    const text = code.textContent ?? "";
    const button = document.createElement("button");
    button.type = "button";
    button.className = "chip";
    button.dataset.plays = text;
    button.setAttribute("aria-pressed", "false");
    button.setAttribute("aria-label", words.play.replace("{move}", text));
    button.append(text);
    button.addEventListener("click", () => void press(button, text));
    code.replaceWith(button);
  }

  if (move) figure.querySelectorAll(".example-move code").forEach(offer);
  figure.querySelectorAll(".example-moves code").forEach(offer);
}

for (const figure of document.querySelectorAll(".example")) enliven(/** @type {HTMLElement} */ (figure));

export {};
