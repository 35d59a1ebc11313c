// The choices of notices: quiet hours are those of the clock in the browser's time zone.

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const field = document.querySelector("[data-zone]");
if (field instanceof HTMLInputElement && zone) {
  field.value = zone;
  const name = document.querySelector("[data-zone-name]");
  if (name) name.textContent = zone;
}
