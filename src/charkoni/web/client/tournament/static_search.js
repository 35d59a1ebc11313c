// The search field of static pages, which are opened from files: a classic script, because modules need a server.

(() => {
  document.documentElement.classList.add("has-script");
  document.addEventListener("input", (event) => {
    const input = /** @type {HTMLInputElement} */ (event.target);
    const list = input.dataset.find && document.querySelector(input.dataset.find);
    if (!list) return;
    const words = input.value.trim().toLowerCase().split(" ");
    for (const row of /** @type {NodeListOf<HTMLElement>} */ (list.querySelectorAll("[data-row]"))) {
      row.classList.toggle("filtered-out", !words.every((word) => row.dataset.text?.includes(word)));
    }
  });
})();
