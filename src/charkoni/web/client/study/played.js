// What was played in a position in finished games: the moves with their results, and the latest of these games.

import { make, makeSvg, part } from "../lib/elements.js";
import { runs } from "../lib/retries.js";

/** A move: wins of each side and games without a winner, as shares. @typedef {{move: string, games: number, wins: number[], even: number, rating: number}} PlayedMove */
/** The answer of `GET /explorer.json`. @typedef {{hues: string[], moves: PlayedMove[], latest: {url: string, people: string, result: string}[]}} Played */

const begin = runs();

/** Fetch and show what was played in a position. @param {URLSearchParams} query @param {Record<string, string>} words @param {(move: string) => HTMLElement} chip makes the button that plays a move */
export async function showPlayed(query, words, chip) {
  const isLatest = begin();
  part("all-played").setAttribute("href", `/games?${query}`);
  const answer = await fetch(`/explorer.json?${query}`);
  if (!answer.ok) return;
  const { moves, latest, hues } = /** @type {Played} */ (await answer.json());
  if (!isLatest()) return;
  const rows = moves.map((each) => make("tr", {},
    make("th", { scope: "row" }, chip(each.move)),
    make("td", {}, String(each.games)),
    make("td", {}, results(each, hues)),
    make("td", { class: "faint" }, each.rating ? `${words.rating} ${each.rating}` : "")));
  const games = latest.map((each) => make("li", {}, make("a", { href: each.url }, each.people), " ", make("span", { class: "faint" }, each.result)));
  part("played").replaceChildren(
    rows.length ? make("table", { class: "figures" }, make("caption", { class: "hidden" }, words.played), make("tbody", {}, ...rows)) : make("p", { class: "faint" }, words.never),
    ...(games.length ? [make("ul", { class: "plain" }, ...games)] : []));
}

/** The results of a move as a bar: the wins of each side, what nobody won after those of the first. @param {PlayedMove} move @param {string[]} hues of the sides */
function results(move, hues) {
  const [first = 0, ...others] = move.wins;
  /** @type {[string, number][]} */
  const parts = [[`hue-${hues[0]}`, first], ["even", move.even], ...others.map((share, place) => /** @type {[string, number]} */ ([`hue-${hues[place + 1]}`, share]))];
  const bar = makeSvg("svg", { class: "results", viewBox: "0 0 100 10", preserveAspectRatio: "none", role: "img", "aria-label": parts.map(([, share]) => `${Math.round(100 * share)} %`).join(" / ") });
  let x = 0;
  for (const [name, share] of parts) {
    bar.append(makeSvg("rect", { class: name, x, width: 100 * share, height: 10 }));
    x += 100 * share;
  }
  return bar;
}
