// The table page: connects socket, board, input, animation, sound and panels, and shows the messages of the server.

import { Actions } from "./table/actions.js";
import { Animator, SPEEDS } from "./board/animation.js";
import { BoardRenderer, changed } from "./board/scene.js";
import { Coach, mayThrow } from "./table/coach.js";
import { Connection } from "./lib/connection.js";
import { Keyboard } from "./board/keyboard.js";
import { MoveInput } from "./board/input.js";
import { MoveTree } from "./table/move_tree.js";
import { Panels } from "./table/panels.js";
import { PieceChoices } from "./board/piece_choices.js";
import { makeSvg, mark, part } from "./lib/elements.js";
import { loadSettings } from "./lib/settings.js";

/** @typedef {import("./messages").BoardReply} Board */
/** @typedef {import("./messages").View} View */
/** @typedef {import("./messages").Ply} Ply */
/** @typedef {import("./messages").Reply} Reply */
/** @typedef {import("./messages").Scene} Scene */
/** @typedef {import("./messages").Node} Node */
const PAUSE_MS = 600;
const SIGNS_MS = 1500;
/** When more plies than this have arrived and are not shown yet, the first of them is shown without a pause. */
const MOST_WAITING = 2;
/** In games with less time than this for each player pieces move fast. */
const FAST_MS = 300000;

/** The view, brought up to date by the plies since. @typedef {Board & Pick<View, "game" | "nodes" | "bottom" | "portrait" | "title" | "log">} Present */

const page = /** @type {{g: string, lang: import("./messages").Lang, title: string, engine: string, scenes: [lying: string, upright: string], words: Record<string, string>}} */ (
  JSON.parse(part("page").textContent ?? "{}")
);
const { g, lang, words } = page;
const portrait = matchMedia("(orientation: portrait)");
const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

let settings = loadSettings();
/** The present position. @type {Present | undefined} */
let now;
/** @type {import("./messages").Table | undefined} */
let shownTable;
/** @type {number | undefined} */
let bottom;
/** The last ply that has arrived on this page. @type {import("./table/context").LatestPly | undefined} */
let latest;
const scenes = /** @type {Map<string, Promise<Scene>>} */ (new Map());
/** The ply in the query of the page's address. @type {number | undefined} */
let requestedPly = Number(new URLSearchParams(location.search).get("ply") ?? NaN);
/** Created at the first gesture: browsers allow a page no sound before it. @type {import("./lib/sound.js").Sound | undefined} */
let sound;
/** Fetched for a game with clocks. @type {import("./table/clock.js").Clock | undefined} */
let clock;
/** Fetched with the first tap in the turn of another person. @type {import("./table/premove.js").Premove | undefined} */
let premove;
/** Fetched where this page searches for a computer. @type {Promise<import("./table/device.js").Device> | undefined} */
let device;
let isEntered = false;
let queue = Promise.resolve();
/** The plies that have arrived and are not shown yet. @type {Set<Reply>} */
const waiting = new Set();
/** Ends the pause before the next ply. */
let endWait = () => {};

const svg = /** @type {SVGSVGElement} */ (makeSvg("svg"));
const renderer = new BoardRenderer(svg, "b1-");
const animator = new Animator(renderer, (kind, step) => sound?.play(kind, step, renderer.scene?.sound));
const panels = new Panels(words, (name, value) => actions.act(name, value));
const input = new MoveInput(renderer, {
  play,
  refused: (prefix, zone) => {
    if (mayPremove()) {
      void import("./table/premove.js").then(({ Premove }) => (premove ??= new Premove(actions.table, renderer)).tap(zone));
      return;
    }
    if (now?.trie && !input.board) return;
    void import("./board/transient_marks.js").then(({ shake }) => shake(renderer, zone));
    sound?.play("refuse");
    if (now?.trie && !tree.isPast) connection.send({ type: "why", g, v: now.v, prefix, zone });
    else panels.showSentence(now?.table.status.text ?? "", "refused");
  },
  cancelled: () => premove?.clear(),
  chosen: (prefix, move) => coach.chosen(prefix, move),
  rested: (zone, held) => coach.rested(zone, held),
  touched: () => animator.finish(),
  settings: () => settings,
});
const keyboard = new Keyboard(renderer, { tap: (zone) => input.tap(zone), chip: (digit) => input.tapChip(digit), command: (name) => actions.command(name) });
const connection = new Connection(`${location.origin.replace("http", "ws")}/ws`, {
  hello: () => [hello()],
  receive: (message) => {
    const at = performance.now();
    if (message.type === "think") {
      void device?.then((here) => here.think(message)); // at once, not after the motion before it
      return;
    }
    if (message.type === "ply") waiting.add(message);
    // A view contains the plies before it.
    else if (message.type === "view") waiting.clear();
    if (message.type === "view" || waiting.size > MOST_WAITING) endWait();
    queue = queue.then(() => receive(message, at)).catch((error) => console.error(error));
  },
  state: (on) => {
    const lost = on ? "" : words[now?.table.clocks.running.length ? "lost-clock" : "lost"];
    void Promise.resolve(device).then((here) => panels.banner(lost && here ? here.waiting(lost) : lost));
  },
});
const tree = new MoveTree(page, { show: showPast, live: showLive });
const coach = new Coach({
  g, words, connection, renderer, panels, choices: new PieceChoices(part("board"), renderer),
  now: () => now, isPast: () => tree.isPast, input: () => input, warns: () => settings.danger,
});
const actions = new Actions({
  g, words, ownSeats, connection, input, panels, tree, animator, play, now: () => now, latest: () => latest,
  hint: (message) => import("./table/hint.js").then(({ showHint }) => showHint(panels, renderer, now?.v, message)),
  look: () => coach.rested(keyboard.at, true),
  turn: (seat) => {
    bottom = seat;
    connection.send(hello());
  },
});

/** @returns {import("./messages").Hello} */
function hello() {
  /** @type {import("./messages").Hello} */
  const message = { type: "hello", g, lang, portrait: portrait.matches };
  if (bottom !== undefined) message.bottom = bottom;
  return message;
}

/** The seats of this browser. */
function ownSeats() {
  return now?.table.seats.flatMap((seat) => (seat.you ? [seat.seat] : [])) ?? [];
}

// --- messages of the server ---------------------------------------------------------------------------------------------

/** @param {Reply} message @param {number} at its arrival, in ms of `performance.now` */
async function receive(message, at) {
  if ("g" in message && message.g !== g) return;
  if (message.type === "view") await showView(message, at);
  else if (message.type === "ply") {
    await afterPause(message);
    waiting.delete(message);
    showPly(message, at);
  } else if (message.type === "table") showTable(message.table, at);
  else if (message.type === "nack") refuse(message);
  else if (message.type === "peek") coach.peeked(message);
  else if (message.type === "why") void import("./table/refusal.js").then(({ showReason }) => showReason(actions.table, message));
  else if (message.type === "marks" && message.v === now?.v) {
    Object.assign(input.icons, message.marks);
    input.render();
  } else if (message.type === "hint" && message.v === now?.v) void actions.table.hint(message);
  else if (message.type === "chat") panels.toast(`${now?.table.seats[message.seat]?.label ?? ""}: ${message.text}`);
}

/**
 * Pause before a ply of a computer, so that the ply before it can be followed.  A ply of a
 * person ends the animation instead, and so does a computer that is several plies ahead of the board.
 * @param {Ply} message
 */
async function afterPause(message) {
  const seat = message.seat < 0 ? now?.table.status.thrower ?? -1 : message.seat;
  if (now?.table.seats[seat]?.kind !== "computer" || !waiting.has(message) || waiting.size > MOST_WAITING) return;
  await Promise.race([animator.rest(PAUSE_MS), new Promise((done) => { endWait = () => done(undefined); })]);
}

/** @param {View} message @param {number} at */
async function showView(message, at) {
  const scene = await sceneAt(message.scene);
  animator.finish();
  const focused = svg.contains(document.activeElement);
  if (renderer.scene !== scene) renderer.build(scene, message.title);
  mount(scene);
  now = { ...message };
  bottom = message.bottom;
  latest = undefined;
  tree.reset(now);
  premove?.clear();
  applySettings();
  showPresent();
  void setClocks(now.table.clocks, at);
  if (!isEntered || focused) keyboard.enter(input.legal, focused);
  if (!isEntered) showSigns();
  // After days nobody remembers what the opponent has done.
  if (!isEntered && now.table.clocks.kind === "daily" && now.ply && ownSeats().includes(now.table.status.turn)) actions.act("repeat");
  isEntered = true;
  part("table").dataset.ready = "yes";
  if (message.cause === "start") sound?.play("turn");
  if (page.engine) {
    device ??= import("./table/device.js").then(({ Device }) => new Device(page.engine, g, connection, words));
    void device.then((here) => here.announce());
  }
  if (requestedPly !== undefined && requestedPly < message.log.length) tree.act("ply", String(requestedPly));
  requestedPly = undefined;
}

/** Show the signs of the board in the empty list of moves, once there is time for it. */
function showSigns() {
  const box = document.querySelector(".opening-signs");
  if (box && !portrait.matches && !now?.ply) setTimeout(() => void import("./table/guide/guide.js").then((guide) => guide.showSigns(box)), SIGNS_MS);
}

/** @param {string} url @returns {Promise<Scene>} */
async function sceneAt(url) {
  const scene = scenes.get(url) ?? fetch(url).then((answer) => answer.json());
  scenes.set(url, scene);
  scene.catch(() => scenes.delete(url));
  return scene;
}

/** Replace the board that the server has drawn. @param {Scene} scene */
function mount(scene) {
  const board = part("board");
  if (svg.parentElement !== board) {
    for (const drawn of board.querySelectorAll(":scope > svg")) drawn.remove();
    board.prepend(svg);
  }
  board.style.setProperty("--ratio", String(scene.width / scene.height));
}

/** Build the board while its position is on its way. */
async function prepare() {
  const scene = await sceneAt(page.scenes[Number(portrait.matches)]);
  if (!renderer.scene) renderer.build(scene, page.title);
}

/** @param {Ply} message @param {number} at */
function showPly(message, at) {
  if (!now || message.v <= now.v) return;
  animator.finish();
  const before = now.nodes;
  const zones = /** @type {Record<string, string | null>} */ ({ ...now.zones, ...message.zones });
  const { trie, marks, peeks, last, ...rest } = message;
  now = {
    ...now, v: rest.v, ply: rest.ply, say: rest.say, hud: rest.hud, table: rest.table, zones, trie, marks, peeks, last,
    nodes: changed(before, message), log: [...now.log, [message.m, message.seat]],
  };
  latest = { before, change: message, say: last?.say ?? "" };
  tree.grow(now);
  if (tree.isPast) return;
  input.reset(undefined);
  if (last) renderer.markLast(last.zones, now.nodes);
  panels.showSentence(last?.say ?? "");
  showTable(rest.table, at);
  void animator.play(message).then(() => { if (now?.v === message.v) showPresent(); });
}

/** Show the present position and everything that can be done in it. */
function showPresent() {
  if (!now) return;
  coach.reset();
  renderer.apply(now.nodes);
  renderer.markLast(now.last?.zones ?? []);
  showTable(now.table);
  if (tree.isPast) return;
  const isMoving = connection.awaits(now.v);
  input.reset(isMoving ? undefined : now);
  if (isMoving) panels.showSentence(words.sent, "ready");
  else premove?.turn();
  part("table").dataset.v = String(now.v);
  const decides = ownSeats().includes(now.table.status.turn);
  if (decides && now.last && !ownSeats().includes(now.last.seat)) sound?.play("turn");
  shareBoard();
}

/** @param {import("./messages").Table} table @param {number} [at] its arrival in ms; without it the clocks run on */
function showTable(table, at) {
  if (!now || table === shownTable) return;
  shownTable = table;
  const wasOpen = now.table.status.state === "open";
  const couldThrow = mayThrow(now.table);
  now.table = table;
  if (mayThrow(table) !== couldThrow && !tree.isPast) input.reset(now);
  if (table.status.state === "over") showEnding(table, wasOpen);
  panels.players(table, now.hud, now.bottom);
  if (table.dice) void import("./table/dice.js").then(({ giveSeeds }) => now && giveSeeds(g, table, now.log, connection));
  panels.buttons(table.can);
  panels.notices(table, ownSeats());
  part("status").textContent = table.status.text;
  if (at !== undefined) void setClocks(table.clocks, at);
  else clock?.render();
  const turn = table.status.turn === -1 ? table.status.thrower ?? -1 : table.status.turn;
  const decides = ownSeats().includes(turn) && table.status.state === "open";
  panels.title(`${table.status.text} · ${now.title}`, decides);
  const people = ownSeats().length && table.seats.some(({ kind, you }) => kind === "human" && !you) ? "yes" : "";
  mark(part("table"), { turn: decides ? "mine" : table.status.state, seat: String(table.status.turn), people });
}

/** Turn the board to who decides and hide it until it has been handed over, if several people share it and wish so. */
function shareBoard() {
  const shares = ownSeats().length > 1 && settings.flip !== "none";
  mark(part("table"), { flip: shares ? settings.flip : "none" });
  if (shares) void import("./table/shared_board.js").then((board) => board.share(actions.table, settings));
}

/** Show the end of the game; no move can be chosen any more. @param {import("./messages").Table} table @param {boolean} isNew */
function showEnding(table, isNew) {
  if (isNew) {
    sound?.play("end");
    if (now?.trie && !tree.isPast) input.reset((now = { ...now, trie: undefined }));
  }
  void import("./table/ending.js").then(({ Ending }) => (actions.ending ??= new Ending(actions.table)).show(table));
}

/** @param {import("./messages").Clocks} clocks @param {number} at their arrival, in ms of `performance.now` */
async function setClocks(clocks, at) {
  if (clocks.kind === "none") return;
  const { Clock, lowTimeWarning, showClock } = await import("./table/clock.js");
  clock ??= new Clock((...shown) => showClock(words, ...shown), (seat, limit) => lowTimeWarning(actions.table, seat, limit, sound));
  clock.set(clocks, at);
}

/** @param {import("./messages").Nack} message */
function refuse(message) {
  // A fresh view follows, with a sentence of its own.
  if (message.code === "STALE") return panels.toast(message.text);
  sound?.play("refuse");
  input.reset(now);
  panels.showSentence(message.text, "refused");
}

// --- moves --------------------------------------------------------------------------------------------------------------

/** @param {string} move */
function play(move) {
  if (!now) return;
  if (tree.isPast) {
    void tree.walk().then((walk) => walk.try(move));
    return;
  }
  const { v } = now;
  // No second move while one is on its way.
  if (connection.awaits(v)) return;
  input.reset(undefined);
  panels.showSentence(words.sent, "ready");
  connection.request((n) => ({ type: "do", g, v, n, m: move }));
}

/** Whether taps are kept for the own turn: another person has to move, and no dice are to be thrown before. */
function mayPremove() {
  return settings.premove && !now?.trie && !tree.isPast && now?.table.status.state === "open" && !now.table.dice && part("table").dataset.people === "yes";
}

// --- earlier positions --------------------------------------------------------------------------------------------------

/** @param {import("./table/tree").Shown} shown */
function showPast(shown) {
  animator.finish();
  const { tried } = tree; // another one with each place of the tree
  part("table").dataset.past = "yes";
  if (shown.change) void animator.play(shown.change).then(() => { if (tree.isPast && tree.tried === tried) renderer.apply(shown.nodes); });
  else renderer.apply(shown.nodes);
  renderer.markLast(shown.zones, shown.nodes);
  input.reset(shown.board);
  panels.showSentence(shown.say);
  actions.ending?.placed();
}

function showLive() {
  delete part("table").dataset.past;
  actions.ending?.placed();
  showPresent();
}

// --- settings -----------------------------------------------------------------------------------------------------------

function applySettings() {
  settings = loadSettings();
  const { kind, base } = now?.table.clocks ?? { kind: "none", base: 0 };
  animator.speed = SPEEDS[settings.motion] ?? SPEEDS[kind !== "none" && base < FAST_MS ? "fast" : "normal"];
  animator.isStill = reducedMotion.matches;
  if (sound) sound.volume = settings.volume;
  part("table").classList.toggle("no-numbers", !settings.numbers);
  part("table").classList.toggle("no-dots", !settings.dots);
}

/** Fetch and create the sounds at the first gesture. */
async function makeSound() {
  removeEventListener("pointerdown", makeSound, true);
  removeEventListener("keydown", makeSound, true);
  const { Sound } = await import("./lib/sound.js");
  sound ??= new Sound();
  sound.volume = settings.volume;
}

part("chips").addEventListener("pointerover", (event) => {
  const chip = /** @type {Element} */ (event.target).closest("[data-value]");
  if (event.pointerType === "mouse") input.hover(chip?.getAttribute("data-value") ?? undefined);
});
part("chips").addEventListener("pointerleave", () => input.hover(undefined));
addEventListener("pointerdown", makeSound, true);
addEventListener("keydown", makeSound, true);
portrait.addEventListener("change", () => connection.send(hello()));
addEventListener("settings", () => { applySettings(); shareBoard(); });
new ResizeObserver(() => { input.render(); coach.showChoices(); }).observe(svg);
applySettings();
// The view asks for it again.
prepare().catch(() => undefined);
connection.connect();
