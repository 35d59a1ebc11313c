// The table page: joins the connection, the painter, the taps, motion, sound and panels.

import { Acts } from "./acts.js";
import { Chips, room } from "./chips.js";
import { Clock } from "./clock.js";
import { Coach } from "./coach.js";
import { Keys } from "./keys.js";
import { Link } from "./link.js";
import { Motion, SPEEDS } from "./anim.js";
import { Painter } from "./scene.js";
import { Panels, fill, mark, part } from "./panels.js";
import { Taps } from "./taps.js";
import { Tree } from "./tree.js";
import { load } from "./settings.js";

/** @typedef {import("./messages").Board} Board */
/** @typedef {import("./messages").View} View */
/** @typedef {import("./messages").Ply} Ply */
/** @typedef {import("./messages").Reply} Reply */
/** @typedef {import("./messages").Scene} Scene */
/** @typedef {import("./messages").Node} Node */
const PAUSE_MS = 600;
/** When more plies than this have come and are not shown yet, the first of them waits no longer. */
const MOST_WAITING = 2;
/** Games with less time than this for each player move fast. */
const FAST_MS = 300000;

/** @typedef {Board & {nodes: Node[], bottom: number, scene: string, title: string, log: [string, number][]}} Now */

const page = /** @type {{g: string, lang: import("./messages").Lang, words: Record<string, string>}} */ (
  JSON.parse(part("page").textContent ?? "{}")
);
const { g, lang, words } = page;
const upright = matchMedia("(orientation: portrait)");
const calm = matchMedia("(prefers-reduced-motion: reduce)");

let settings = load();
/** What stands on the table now. @type {Now | undefined} */
let now;
/** @type {import("./messages").Table | undefined} */
let shownTable;
/** @type {number | undefined} */
let bottom;
/** The events of the last ply, to be shown again. @type {{before: Node[], change: import("./anim.js").Change, say: string} | undefined} */
let latest;
/** @type {Map<string, Scene>} */
const scenes = new Map();
/** The ply that the address of the page asks for. @type {number | undefined} */
let asked = Number(new URLSearchParams(location.search).get("ply") ?? Number.NaN);
/** Made at the first gesture: no browser lets a page sound before. @type {import("./sound.js").Sound | undefined} */
let sound;
let greeted = false;
let queue = Promise.resolve();
/** The plies that have come and are not shown yet. @type {Set<Reply>} */
const waiting = new Set();
/** Ends the wait of the ply that is next. */
let hurry = () => {};

const svg = /** @type {SVGSVGElement} */ (document.createElementNS("http://www.w3.org/2000/svg", "svg"));
const painter = new Painter(svg, "b1-");
const motion = new Motion(painter, (kind, step) => sound?.play(kind, step));
const panels = new Panels(words, (name, value) => acts.act(name, value));
const clock = new Clock((...shown) => panels.clock(...shown), warn);
const taps = new Taps(painter, {
  play,
  refused: (prefix, zone) => {
    painter.shake(zone);
    sound?.play("refuse");
    if (now?.trie && !tree.past) link.send({ type: "why", g, v: now.v, prefix, zone });
    else panels.say(now?.table.status.text ?? "", "refused");
  },
  chosen: (prefix, move) => coach.chosen(prefix, move),
  looked: (zone, held) => coach.looked(zone, held),
  touched: () => motion.finish(),
  settings: () => settings,
});
const keys = new Keys(painter, { tap: (zone) => taps.tap(zone), chip, command: (name) => acts.command(name) });
const link = new Link(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`, {
  hello: () => [hello()],
  receive: (message) => {
    const at = performance.now();
    if (message.type === "ply") waiting.add(message);
    else if (message.type === "view") waiting.clear(); // shows what they led to
    if (message.type === "view" || waiting.size > MOST_WAITING) hurry();
    queue = queue.then(() => receive(message, at)).catch((error) => console.error(error));
  },
  state: (on) => panels.banner(on ? "" : words[now?.table.clocks.running.length ? "lost-clock" : "lost"]),
});
const tree = new Tree(page, { show, live });
const coach = new Coach({
  g, words, link, painter, panels, chips: new Chips(part("board"), painter), now: () => now, past: () => tree.past, taps: () => taps, warns: () => settings.danger,
});
const acts = new Acts({
  g, words, mine, link, taps, panels, tree, play, repeat, now: () => now,
  hint: () => coach.hinted(),
  look: () => coach.looked(keys.at, true),
  finish: () => motion.finish(),
  turn: (seat) => {
    bottom = seat;
    link.send(hello());
  },
});

/** @returns {import("./messages").Hello} */
function hello() {
  /** @type {import("./messages").Hello} */
  const message = { type: "hello", g, lang, portrait: upright.matches };
  if (bottom !== undefined) message.bottom = bottom;
  return message;
}

/** The seats of this browser. */
function mine() {
  return now?.table.seats.flatMap((seat) => (seat.you ? [seat.seat] : [])) ?? [];
}

// --- what the server says -----------------------------------------------------------------------------------------------

/** @param {Reply} message @param {number} at when it came */
async function receive(message, at) {
  if ("g" in message && message.g !== g) return;
  if (message.type === "view") await view(message, at);
  else if (message.type === "ply") {
    await seen(message);
    waiting.delete(message);
    ply(message, at);
  } else if (message.type === "table") table(message.table, at);
  else if (message.type === "nack") nack(message);
  else if (message.type === "peek") coach.peeked(message);
  else if (message.type === "why") coach.why(message);
  else if (message.type === "marks" && message.v === now?.v) {
    Object.assign(taps.icons, message.marks);
    taps.draw();
  } else if (message.type === "hint" && message.v === now?.v) coach.hinted(message);
  else if (message.type === "chat") panels.toast(`${now?.table.seats[message.seat]?.label ?? ""}: ${message.text}`);
}

/**
 * Wait until the ply before has been seen: nobody follows a computer that moves and throws at once.  What people do ends
 * motion, and so does a computer that is far ahead of what is shown.
 * @param {Ply} message
 */
async function seen(message) {
  const seat = message.seat < 0 ? now?.table.status.thrower ?? -1 : message.seat;
  if (now?.table.seats[seat]?.kind !== "computer" || !waiting.has(message) || waiting.size > MOST_WAITING) return;
  await Promise.race([motion.rest(PAUSE_MS), new Promise((done) => { hurry = () => done(undefined); })]);
}

/** @param {View} message @param {number} at */
async function view(message, at) {
  const scene = await sceneAt(message.scene);
  motion.finish();
  const focused = svg.contains(document.activeElement);
  if (painter.scene !== scene) build(scene, message.title);
  now = { ...message };
  bottom = message.bottom;
  latest = undefined;
  tree.reset(now);
  follows();
  settle();
  clock.set(now.table.clocks, at);
  if (!greeted || focused) keys.enter(taps.legal, focused);
  greeted = true;
  part("table").dataset.ready = "yes";
  if (message.cause === "start") sound?.play("turn");
  curtain();
  if (asked !== undefined && asked < message.log.length) tree.act("ply", String(asked));
  asked = undefined;
}

/** @param {string} url @returns {Promise<Scene>} */
async function sceneAt(url) {
  const known = scenes.get(url);
  if (known) return known;
  const answer = await fetch(url);
  const scene = /** @type {Scene} */ (await answer.json());
  scenes.set(url, scene);
  return scene;
}

/** @param {Scene} scene @param {string} title */
function build(scene, title) {
  const board = part("board");
  if (svg.parentElement !== board) {
    for (const drawn of board.querySelectorAll(":scope > svg")) drawn.remove();
    board.prepend(svg);
  }
  board.style.setProperty("--ratio", String(scene.width / scene.height));
  painter.build(scene, title);
}

/** @param {Ply} message @param {number} at */
function ply(message, at) {
  if (!now || message.v <= now.v) return;
  motion.finish();
  const before = now.nodes;
  const zones = /** @type {Record<string, string | null>} */ ({ ...now.zones, ...message.zones });
  const { trie, marks, peeks: previews, last, ...rest } = message;
  now = {
    ...now, v: rest.v, ply: rest.ply, say: rest.say, hud: rest.hud, table: rest.table, zones, trie, marks, peeks: previews, last,
    nodes: merged(before, message), log: [...now.log, [message.m, message.seat]],
  };
  latest = { before, change: message, say: last?.say ?? "" };
  tree.grow(now);
  if (tree.past) return;
  taps.reset(undefined);
  if (last) painter.last(last.zones);
  panels.say(last?.say ?? "");
  table(rest.table, at);
  void motion.play(message).then(() => { if (now?.v === message.v) settle(); });
}

/** @param {readonly Node[]} before @param {Ply} change @returns {Node[]} */
function merged(before, change) {
  const all = new Map(before.map((node) => [node[0], node]));
  for (const id of change.del) all.delete(id);
  for (const node of change.set) all.set(node[0], node);
  const order = change.order ?? [...all.keys()];
  return order.flatMap((id) => { const node = all.get(id); return node ? [node] : []; });
}

/** Show the position as it is, with everything that may be done now. */
function settle() {
  if (!now) return;
  coach.reset();
  painter.apply(now.nodes);
  painter.last(now.last?.zones ?? []);
  table(now.table);
  if (tree.past) return;
  taps.reset(now);
  part("table").dataset.v = String(now.v);
  const decides = mine().includes(now.table.status.turn);
  if (decides && now.last && !mine().includes(now.last.seat)) sound?.play("turn");
  flip();
}

/** @param {import("./messages").Table} found @param {number} [at] when it came; without it the clocks go on as they do */
function table(found, at) {
  if (!now || found === shownTable) return;
  shownTable = found;
  const was = now.table.status.state;
  now.table = found;
  if (was === "open" && found.status.state === "over") sound?.play("end");
  panels.players(found, now.hud, now.bottom);
  panels.buttons(found.can);
  panels.notices(found, mine());
  part("status").textContent = found.status.text;
  if (at !== undefined) clock.set(found.clocks, at);
  else clock.draw();
  const turn = found.status.turn === -1 ? found.status.thrower ?? -1 : found.status.turn;
  const decides = mine().includes(turn) && found.status.state === "open";
  const title = `${decides ? "● " : ""}${found.status.text} · ${now.title}`;
  if (document.title !== title) document.title = title;
  badge(decides);
  mark(part("table"), { turn: decides ? "mine" : found.status.state, seat: String(found.status.turn) });
}

/** Show on the tab, and on the icon of an installed page, that it is one's turn. @param {boolean} decides */
function badge(decides) {
  const icon = /** @type {HTMLLinkElement | null} */ (document.querySelector("link[rel=icon]"));
  if (!icon || (icon.dataset.turn === "mine") === decides) return;
  icon.dataset.turn = decides ? "mine" : "";
  icon.href = icon.href.replace(/icon(-turn)?\.svg/, decides ? "icon-turn.svg" : "icon.svg");
  (decides ? navigator.setAppBadge?.() : navigator.clearAppBadge?.())?.catch(() => undefined); // only a help
}

/** @param {import("./messages").Nack} message */
function nack(message) {
  if (message.code === "STALE") return; // a fresh view follows
  sound?.play("refuse");
  taps.reset(now);
  panels.say(message.text, "refused");
}

// --- what people choose -------------------------------------------------------------------------------------------------

/** @param {string} move */
function play(move) {
  if (!now) return;
  if (tree.past) {
    void tree.try(move);
    return;
  }
  const { v } = now;
  panels.say(words.sent, "ready");
  link.ask((n) => ({ type: "do", g, v, n, m: move }));
}

/** @param {string} digit @returns {boolean} */
function chip(digit) {
  const { chips } = taps;
  const zone = chips.find((each) => each.endsWith(`-${digit}`)) ?? chips[Number(digit) - 1];
  if (zone) taps.tap(zone);
  return zone !== undefined;
}

/** Show the last ply once more. */
async function repeat() {
  const at = now?.v;
  const last = latest ?? (await tree.last());
  if (!last || !now || now.v !== at || tree.past) return;
  motion.finish();
  taps.reset(undefined);
  painter.apply(last.before);
  panels.say(last.say);
  await motion.play(last.change);
  if (now.v === at && !tree.past) {
    painter.apply(now.nodes);
    taps.reset(now);
  }
}

// --- earlier positions ----------------------------------------------------------------------------------------------------

/** Show another position than the present one. @param {import("./tree.js").Shown} shown */
function show(shown) {
  motion.finish();
  part("table").dataset.past = "yes";
  if (shown.change) void motion.play(shown.change).then(() => { if (tree.past) painter.apply(shown.nodes); });
  else painter.apply(shown.nodes);
  painter.last(shown.zones);
  taps.reset(shown.board);
  panels.say(shown.say);
}

/** Back to the present. */
function live() {
  delete part("table").dataset.past;
  settle();
}

// --- a board shared by several people -------------------------------------------------------------------------------------

/** Turn the board to whoever decides, if that is wanted. */
function flip() {
  const turn = now?.table.status.turn ?? -1;
  const own = mine();
  const shares = own.length > 1;
  part("table").dataset.flip = shares ? settings.flip : "none";
  if (!now || !shares || settings.flip !== "turn" || turn === now.bottom || !own.includes(turn)) return;
  bottom = turn;
  link.send(hello());
}

function curtain() {
  const seat = now?.table.seats[now.bottom];
  if (!seat || !now?.ply || !settings.curtain || settings.flip !== "turn" || mine().length < 2 || part("table").dataset.bottom === String(now.bottom)) return;
  part("table").dataset.bottom = String(now.bottom);
  part("curtain-text").textContent = fill(words.curtain, { player: seat.label });
  panels.dialog("curtain");
}

/** @param {number} seat @param {number} limit */
function warn(seat, limit) {
  if (!mine().includes(seat)) return;
  sound?.play("low");
  navigator.vibrate?.(200);
  panels.toast(fill(words.low, { n: String(limit / 1000) }));
}

// --- settings ---------------------------------------------------------------------------------------------------------------

function follows() {
  settings = load();
  const { kind, base } = now?.table.clocks ?? { kind: "none", base: 0 };
  motion.speed = SPEEDS[settings.motion] ?? SPEEDS[kind !== "none" && base < FAST_MS ? "fast" : "normal"];
  motion.still = calm.matches;
  if (sound) sound.volume = settings.volume;
  part("table").classList.toggle("no-numbers", !settings.numbers);
  part("table").classList.toggle("no-dots", !settings.dots);
}

/** Fetch the sounds at the first gesture, and make them. */
async function loud() {
  removeEventListener("pointerdown", loud, true);
  removeEventListener("keydown", loud, true);
  const { Sound } = await import("./sound.js");
  sound ??= new Sound();
  sound.volume = settings.volume;
}

part("chips").addEventListener("pointerover", (event) => {
  const chip = /** @type {Element} */ (event.target).closest("[data-value]");
  if (event.pointerType === "mouse") taps.hover(chip?.getAttribute("data-value") ?? undefined);
});
part("chips").addEventListener("pointerleave", () => taps.hover(undefined));
addEventListener("pointerdown", loud, true);
addEventListener("keydown", loud, true);
upright.addEventListener("change", () => link.send(hello()));
addEventListener("settings", () => { follows(); flip(); });
new ResizeObserver(() => { taps.draw(); coach.chips(); }).observe(svg);
const strips = new ResizeObserver(() => room(part("board"), part("far").offsetHeight + part("near").offsetHeight, "--strips"));
for (const id of ["far", "near"]) strips.observe(part(id));
follows();
link.connect();
