// The table page: joins the connection, the painter, the taps, motion, sound and panels.

import { Acts } from "./acts.js";
import { Clock } from "./clock.js";
import { Keys } from "./keys.js";
import { Link } from "./link.js";
import { Motion, SPEEDS } from "./anim.js";
import { Painter } from "./scene.js";
import { Panels, fill, part } from "./panels.js";
import { Sound } from "./sound.js";
import { Taps } from "./taps.js";
import { Tree } from "./tree.js";
import { load } from "./settings.js";

/** @typedef {import("./messages").Board} Board */
/** @typedef {import("./messages").View} View */
/** @typedef {import("./messages").Ply} Ply */
/** @typedef {import("./messages").Reply} Reply */
/** @typedef {import("./messages").Scene} Scene */
/** @typedef {import("./messages").Node} Node */
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
/** @type {number | undefined} */
let bottom;
/** The events of the last ply, to be shown again. @type {{before: Node[], ply: Ply} | undefined} */
let latest;
/** @type {import("./messages").Hint & {step: number} | undefined} */
let hint;
/** @type {Map<string, Scene>} */
const scenes = new Map();
/** @type {Map<string, import("./messages").Peek>} */
let peeks = new Map();
let greeted = false;
let queue = Promise.resolve();

const svg = /** @type {SVGSVGElement} */ (document.createElementNS("http://www.w3.org/2000/svg", "svg"));
const painter = new Painter(svg, "b1-");
const sound = new Sound();
const motion = new Motion(painter, (kind, step) => sound.play(kind, step));
const panels = new Panels(words, (name, value) => acts.act(name, value));
const clock = new Clock((...shown) => panels.clock(...shown), warn);
const taps = new Taps(painter, {
  play,
  refused: (prefix, zone) => {
    painter.shake(zone);
    sound.play("refuse");
    if (now?.trie && !tree.past) link.send({ type: "why", g, v: now.v, prefix, zone });
    else panels.say(now?.table.status.text ?? "", "refused");
  },
  chosen,
  touched: () => motion.finish(),
  settings: () => settings,
});
const keys = new Keys(painter, { tap: (zone) => taps.tap(zone), chip, command: (name) => acts.command(name) });
const link = new Link(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`, {
  hello: () => [hello()],
  receive: (message) => { queue = queue.then(() => receive(message)).catch((error) => console.error(error)); },
  state: (on) => panels.banner(on ? "" : words[now?.table.clocks.running.length ? "lost-clock" : "lost"]),
});
const tree = new Tree(page, { show, live, words });
const acts = new Acts({
  g, words, mine, link, taps, panels, tree, play, repeat, now: () => now,
  hint: () => Boolean(hint && (showHint(), true)),
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

/** @param {Reply} message */
async function receive(message) {
  if ("g" in message && message.g !== g) return;
  if (message.type === "view") await view(message);
  else if (message.type === "ply") ply(message);
  else if (message.type === "table") table(message.table);
  else if (message.type === "nack") nack(message);
  else if (message.type === "peek") peeked(message);
  else if (message.type === "why") why(message);
  else if (message.type === "marks" && message.v === now?.v) {
    Object.assign(taps.icons, message.marks);
    taps.draw();
  } else if (message.type === "hint" && message.v === now?.v) {
    hint = { ...message, step: 0 };
    showHint();
  } else if (message.type === "chat") panels.toast(`${now?.table.seats[message.seat]?.label ?? ""}: ${message.text}`);
}

/** @param {View} message */
async function view(message) {
  const scene = await sceneAt(message.scene);
  motion.finish();
  const focused = svg.contains(document.activeElement);
  if (painter.scene !== scene) build(scene, message.title);
  now = { ...message };
  bottom = message.bottom;
  latest = undefined;
  tree.reset(now);
  settle();
  if (!greeted || focused) keys.enter(taps.legal, focused);
  greeted = true;
  part("table").dataset.ready = "yes";
  if (message.cause === "start") sound.play("turn");
  curtain();
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
    board.querySelector("svg")?.remove();
    board.prepend(svg);
  }
  board.style.setProperty("--ratio", String(scene.width / scene.height));
  painter.build(scene, title);
}

/** @param {Ply} message */
function ply(message) {
  if (!now || message.v <= now.v) return;
  motion.finish();
  const before = now.nodes;
  const zones = /** @type {Record<string, string | null>} */ ({ ...now.zones, ...message.zones });
  const { trie, marks, peeks: previews, last, ...rest } = message;
  now = {
    ...now, v: rest.v, ply: rest.ply, say: rest.say, hud: rest.hud, table: rest.table, zones, trie, marks, peeks: previews, last,
    nodes: merged(before, message), log: [...now.log, [message.m, message.seat]],
  };
  latest = { before, ply: message };
  tree.grow(now);
  if (tree.past) return;
  taps.reset(undefined);
  if (last) painter.last(last.zones);
  panels.say(last?.say ?? "");
  table(rest.table);
  void motion.play({ ...message, del: message.del }).then(() => { if (now?.v === message.v) settle(); });
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
  peeks = new Map();
  hint = undefined;
  painter.apply(now.nodes);
  painter.last(now.last?.zones ?? []);
  table(now.table);
  if (tree.past) return;
  taps.reset(now);
  part("table").dataset.v = String(now.v);
  const decides = mine().includes(now.table.status.turn);
  if (decides && now.last && !mine().includes(now.last.seat)) sound.play("turn");
  flip();
}

/** @param {import("./messages").Table} found */
function table(found) {
  if (!now) return;
  const was = now.table.status.state;
  now.table = found;
  if (was === "open" && found.status.state === "over") sound.play("end");
  panels.players(found, now.hud, now.bottom);
  panels.buttons(found.can);
  panels.notices(found, mine());
  part("status").textContent = found.status.text;
  clock.set(found.clocks);
  const decides = mine().includes(found.status.turn) && found.status.state === "open";
  document.title = `${decides ? "● " : ""}${found.status.text} · ${now.title}`;
  part("table").dataset.turn = decides ? "mine" : found.status.state;
  part("table").dataset.seat = String(found.status.turn);
}

/** @param {import("./messages").Nack} message */
function nack(message) {
  if (message.code === "STALE") return; // a fresh view follows
  sound.play("refuse");
  panels.say(message.text, "refused");
  taps.reset(now);
  panels.say(message.text, "refused");
}

/** @param {import("./messages").Why} message */
function why(message) {
  if (message.v !== now?.v || !message.text) return;
  const text = message.rule ? fill(words.clause, { rule: message.rule }) : "";
  const plain = message.text.replace(` (${message.rule})`, ""); // the link says the clause
  panels.say(text && message.url ? plain : message.text, "refused", text && message.url ? { text, url: message.url } : undefined);
  part("type-error").textContent = message.text;
}

/** @param {import("./messages").Peek} message */
function peeked(message) {
  if (message.v !== now?.v) return;
  const key = JSON.stringify([message.prefix, message.m]);
  peeks.set(key, message);
  if (key === wanted) reveal(message);
}

// --- what people choose -------------------------------------------------------------------------------------------------

let wanted = "";

/** The prefix has changed, or the pointer rests on a move. @param {string[]} prefix @param {string | undefined} move */
function chosen(prefix, move) {
  if (!now) return;
  const legal = new Set(taps.legal);
  const board = taps.board ?? now;
  painter.label(board.zones, words.possible, legal, taps.pending ? [...prefix, taps.pending.zone] : prefix);
  const { chips } = taps;
  panels.chips(chips, board.zones, taps.pending?.zone);
  const anchor = prefix.filter((zone) => painter.spot(zone)).at(-1);
  const only = chips.length > 0 && chips.length === taps.legal.length && anchor !== undefined;
  const spot = only ? painter.spot(anchor) : undefined;
  panels.chipsAt(spot && painter.screen(spot));
  part("table").dataset.prefix = prefix.join(" ");
  part("throw").hidden = tree.past || !now.table.can.includes("throw");
  if (tree.past) {
    if (!prefix.length && taps.board) panels.say(taps.board.say);
    return;
  }
  if (!now.trie) {
    wanted = "";
    panels.say(now.table.can.includes("throw") ? now.say : [now.last?.say, now.table.status.text].filter(Boolean).join(" "));
    return;
  }
  const preview = move ? now.peeks?.[move] : undefined;
  if (preview) panels.say(preview.say, taps.pending ? "ready" : "calm");
  else if (!prefix.length && !move) panels.say(now.say);
  wanted = JSON.stringify([prefix, move]);
  const known = peeks.get(wanted);
  if (!move) painter.noGhosts();
  if (known) reveal(known);
  else if (prefix.length || move) link.send(move ? { type: "peek", g, v: now.v, prefix, m: move } : { type: "peek", g, v: now.v, prefix });
  if (!now.marks && prefix.length && !Object.keys(taps.icons).length) link.send({ type: "marks", g, v: now.v, prefix });
}

/** @param {import("./messages").Peek} message */
function reveal(message) {
  panels.say(message.say, taps.pending ? "ready" : "calm");
  if (message.ghosts && (taps.pending || taps.hovered)) painter.ghosts(message.ghosts, message.gone ?? []);
}

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

function showHint() {
  if (!hint || !now) return;
  const first = hint.script[0];
  const place = now.zones[first] ?? first;
  if (hint.step === 0) painter.dots([], [first], {}, false);
  else painter.dots([], hint.script, {}, false);
  panels.say([fill(words["hint-where"], { zone: place }), fill(words["hint-move"], { move: hint.m }), hint.say][Math.min(hint.step, 2)]);
  hint.step += 1;
}

/** Show the last ply once more. */
function repeat() {
  if (!latest || !now || tree.past) return;
  const { before, ply: last } = latest;
  motion.finish();
  taps.reset(undefined);
  painter.apply(before);
  if (last.last) panels.say(last.last.say);
  void motion.play(last).then(() => { if (now) { painter.apply(now.nodes); taps.reset(now); } });
}

// --- earlier positions ----------------------------------------------------------------------------------------------------

/** Show another position than the present one. @param {import("./tree.js").Shown} shown */
function show(shown) {
  motion.finish();
  part("table").dataset.past = "yes";
  if (shown.change) void motion.play(shown.change).then(() => painter.apply(shown.nodes));
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
  sound.play("low");
  navigator.vibrate?.(200);
  panels.toast(fill(words.low, { n: String(limit / 1000) }));
}

// --- settings ---------------------------------------------------------------------------------------------------------------

function follows() {
  settings = load();
  motion.speed = SPEEDS[settings.motion] ?? 1;
  motion.still = calm.matches;
  sound.volume = settings.volume;
  part("table").classList.toggle("no-numbers", !settings.numbers);
  part("table").classList.toggle("no-dots", !settings.dots);
}

upright.addEventListener("change", () => link.send(hello()));
addEventListener("settings", () => { follows(); flip(); });
new ResizeObserver(() => taps.draw()).observe(svg);
follows();
link.connect();
