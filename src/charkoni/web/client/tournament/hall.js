// The screen in the hall: a list longer than the screen scrolls slowly to its end, and from the start again.

const STEP_MS = 40;
const REST_MS = 5000;
let rest = Date.now() + REST_MS;

window.setInterval(() => {
  const page = document.documentElement;
  if (Date.now() < rest || page.scrollHeight <= page.clientHeight + 4) return;
  const before = window.scrollY;
  window.scrollBy(0, 1);
  if (window.scrollY !== before) return;
  rest = Date.now() + REST_MS;
  window.setTimeout(() => { window.scrollTo(0, 0); rest = Date.now() + REST_MS; }, REST_MS);
}, STEP_MS);

export {};
