"""Frame times in Chromium at four times throttle: python bench/client_frames.py [--games mangala] [--plies 20]

One page plays; another, an observer with animations, is measured.  Painting: the mean time of the painter for the next
position.  Script: the processor time of all scripts of the page for it: the message, painting, strips, the list of
moves, animations.  Frames: those during animations, on a throttled page; other load of the machine makes them longer.
"""

import argparse
import statistics
import tempfile
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright
from tests.browser.conftest import CHROMIUM, FLAGS
from tests.browser.scripted_play import play_plies
from tests.browser.visitor import READY, Visitor, meet_all_games

from charkoni.web.engine.warm import playable
from web import Server, make_ready, part

SLOWER = 4
SCRIPT_MS, FRAME_MS = 2, 34
COUNT = """() => {
  window.frames_ms = [];
  let before;
  const moves = () => document.getAnimations().some((each) => each.effect.target?.matches?.('.fx'));
  const tick = (now) => {
    const moving = moves();
    if (before !== undefined && moving) window.frames_ms.push(now - before);
    before = moving ? now : undefined;
    requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
}"""
PAINT = """async () => {
  const { BoardRenderer } = await import(document.querySelector('link[href$="board/scene.js"]').href);
  const resources = performance.getEntriesByType('resource').map((each) => each.name);
  const scene = await (await fetch(resources.find((name) => name.includes('/scene/')))).json();
  const { nodes, plies } = await (await fetch(`${location.pathname}/replay.json`)).json();
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  document.body.append(svg);
  const times = [];
  for (let round = 0; round < 30; round += 1) {
    const renderer = new BoardRenderer(svg, 'bench-');
    renderer.build(scene, '');
    renderer.apply(nodes);
    const start = performance.now();
    for (const { set, del, order } of plies) renderer.change(set, del, order);
    times.push((performance.now() - start) / plies.length);
  }
  svg.remove();
  return times;
}"""
SHOW_MS = 1500
"""How long a position is shown before the next one: longer than any motion of a ply."""


def opened(browser: Browser, server: Server, state: Any = None) -> Page:
    context = browser.new_context(base_url=server.origin, viewport={"width": 360, "height": 740}, storage_state=state)
    context.set_default_timeout(120_000)
    meet_all_games(context, server.origin)
    return context.new_page()


def script_ms(session: Any) -> float:
    """Return the time of all scripts until now."""
    metrics = {each["name"]: each["value"] for each in session.send("Performance.getMetrics")["metrics"]}
    return float(metrics["ScriptDuration"]) * 1e3


def measure(browser: Browser, server: Server, game: str, plies: int) -> None:
    """Play a game on one page and print the costs of showing it on another."""
    player = opened(browser, server)
    Visitor(player).start(game)
    page = opened(browser, server)  # a spectator: no previews are asked for
    page.goto(player.url)
    page.wait_for_function(READY)
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    scripts: list[float] = []
    for ply in range(plies):
        before = script_ms(session)
        play_plies(player, 1, seed=ply)
        page.wait_for_timeout(SHOW_MS)
        scripts.append((script_ms(session) - before) * SLOWER)
    paints = [each * SLOWER for each in page.evaluate(PAINT)]
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.evaluate(COUNT)
    for ply in range(plies // 2):
        play_plies(player, 1, seed=ply)
        page.wait_for_timeout(SHOW_MS)
    frames = page.evaluate("window.frames_ms")
    print(
        f"{game:12} {statistics.median(paints):10.2f} {part(paints, 95):7.2f} {statistics.median(scripts):10.1f}"
        f" {part(scripts, 95):7.1f} {len(frames):8} {statistics.median(frames or [0]):8.1f} {part(frames, 95):7.1f}",
        flush=True,
    )
    for each in (player, page):
        each.context.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", default=",".join(playable()))
    parser.add_argument("--plies", type=int, default=20)
    args = parser.parse_args()
    make_ready()
    print(f"at {SLOWER} times throttle; targets: painting {SCRIPT_MS} ms, frames p95 {FRAME_MS} ms")
    print("game         painting ms     p95  script ms     p95   frames   median     p95")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as tools:
        server = Server(folder)
        browser = tools.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        try:
            for game in filter(None, args.games.split(",")):
                measure(browser, server, game, args.plies)
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    main()
