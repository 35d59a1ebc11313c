// Examples of the rule pages: a button plays a move on the board of its example.

/** @typedef {{lang: string, words: Record<string, string>}} Page */

const page = /** @type {Page} */ (JSON.parse(document.getElementById("page")?.textContent ?? "{}"));

/** Put buttons in place of the moves of an example. @param {HTMLElement} figure */
function makePlayable(figure) {
  const { game = "", position = "", move } = figure.dataset;
  const box = /** @type {HTMLElement | null} */ (figure.querySelector(".example-board"));
  if (!box) return;
  const { words } = page;
  /** @type {import("../board/position_viewer.js").PositionViewer | undefined} */
  let viewer;
  /** The move that is shown, "" for none. */
  let shown = "";

  /** Play a move, or take it back. @param {HTMLButtonElement} button @param {string} text */
  async function press(button, text) {
    button.disabled = true;
    if (!viewer) {
      const { PositionViewer } = await import("../board/position_viewer.js");
      viewer = new PositionViewer(box ?? figure, { game, lang: page.lang, title: words.board });
    }
    const back = shown === text;
    shown = back ? "" : text;
    for (const each of figure.querySelectorAll("[data-plays]")) each.setAttribute("aria-pressed", String(!back && each === button));
    figure.classList.toggle("playing", !back);
    await viewer.show(position);
    if (!back) await viewer.play(position, [text]);
    button.disabled = false;
    button.focus();
  }

  /** Put a button in place of a move. @param {Element} code */
  function addButton(code) {
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

  if (move) figure.querySelectorAll(".example-move code").forEach(addButton);
  figure.querySelectorAll(".example-moves code").forEach(addButton);
}

for (const figure of document.querySelectorAll(".example")) makePlayable(/** @type {HTMLElement} */ (figure));

export {};
