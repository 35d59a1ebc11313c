// Known people: while a name or an ID is typed at the desk, people of earlier events and of the rating list are proposed;
// a chosen one fills the form.

const WAIT_MS = 200;
const FEWEST_LETTERS = 3;
const FIELDS = /** @type {const} */ (["latin", "birth", "sex", "club", "country", "title", "rating", "federation_id"]);

/** @typedef {{name: string, latin: string, birth: number | string, sex: string, club: string, country: string, title: string, rating: number | string, federation_id: string, listed: string}} Known */

/** Propose people in the list of a field. @param {HTMLInputElement} field its `data-people` is the address of the search */
export function enable(field) {
  const form = /** @type {HTMLFormElement} */ (field.form);
  const list = /** @type {HTMLDataListElement} */ (field.list);
  /** @type {Known[]} */
  let found = [];
  let timer = 0;

  async function search() {
    const asked = field.value;
    const answer = await fetch(`${field.dataset.people}?name=${encodeURIComponent(asked)}`).catch(() => undefined);
    if (!answer?.ok || field.value !== asked) return;
    found = /** @type {Known[]} */ (await answer.json());
    list.replaceChildren(...found.map((person) => Object.assign(document.createElement("option"), {
      value: valueOf(person),
      label: [person.title, person.name, person.birth, person.club, person.country, person.rating, person.listed].filter(Boolean).join(" · "),
    })));
  }

  /** The text of a proposal; lists hold many people of one name. @param {Known} person */
  const valueOf = (person) => person.listed && person.federation_id ? `${person.name} · ${person.federation_id}` : person.name;

  /** Fill the fields that are empty yet. @param {Known} person */
  function fill(person) {
    for (const name of FIELDS) {
      const input = form.elements.namedItem(name);
      const value = String(name === "sex" && person.sex === "w" ? "f" : person[name]);
      if ((input instanceof HTMLInputElement || input instanceof HTMLSelectElement) && !input.value && value) input.value = value;
    }
  }

  field.addEventListener("input", () => {
    window.clearTimeout(timer);
    const [person, ...others] = found.filter((each) => valueOf(each) === field.value);
    if (person && !others.length) {
      field.value = person.name;
      fill(person);
    } else if (field.value.trim().length >= FEWEST_LETTERS) timer = window.setTimeout(() => void search(), WAIT_MS);
  });
}
