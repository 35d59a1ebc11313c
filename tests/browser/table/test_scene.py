"""The scene of a board: the client's renderer creates the server's elements, and reserves the same space."""

import random

import pytest
from tests.browser.visitor import PATIENCE_MS, Visitor
from tests.sampling import one_per_value

import charkoni
from charkoni.core.game import Game
from charkoni.graphics import scene
from charkoni.graphics.scene import BoardView, TrackedPosition
from charkoni.web.engine.warm import playable
from charkoni.web.live.board_view import difference, scene_document
from charkoni.web.pages.board_pictures import inner_svg

POSITIONS = 12
COMPARE = """async ([scene, steps]) => {
  const { BoardRenderer } = await import(document.querySelector('link[href$="board/scene.js"]').href);
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  document.body.append(svg);
  const renderer = new BoardRenderer(svg, 'q-');
  renderer.build(scene, 'Board');
  const wrong = [];
  const shown = () => [...svg.querySelector('defs').children, ...renderer.layers.ground.children,
    ...renderer.layers.nodes.children].map((each) => each.outerHTML);
  steps.forEach(({ nodes, change, svg: text }, i) => {
    if (change) renderer.change(change.set, change.del, change.order);
    else renderer.apply(nodes);
    const page = new DOMParser().parseFromString(
      `<svg xmlns="http://www.w3.org/2000/svg">${text}</svg>`, 'text/html').querySelector('svg');
    const [defs, ...others] = page.children;
    const wanted = [...defs.children, ...others].map((each) => each.outerHTML);
    const found = shown();
    const place = wanted.findIndex((each, j) => each !== found[j]);
    if (place >= 0 || wanted.length !== found.length) wrong.push([i, place, wanted[place], found[place]]);
  });
  svg.remove();
  return wrong.slice(0, 3);
}"""

ROWS = """async ([tries, onBoard]) => {
  const { needsRow } = await import(document.querySelector('link[href$="board/trie.js"]').href);
  return tries.map((trie) => needsRow(trie, (zone) => !onBoard.includes(zone)));
}"""


def positions(game: Game, view: BoardView, count: int, seed: int) -> list[dict[str, object]]:
    """Return random positions in sequence, every second one as a delta of the previous one."""
    luck = random.Random(seed)
    tracked = TrackedPosition(game.start())
    found: list[dict[str, object]] = []
    before = None
    while len(found) < count:
        nodes = view.nodes(view.pieces(tracked.position), tracked.ids)
        svg = inner_svg(view, nodes, "q-")
        is_change = before is not None and len(found) % 2 == 1
        found.append({"nodes": nodes, "svg": svg} | ({"change": difference(before, nodes)} if is_change else {}))
        before = nodes
        if not tracked.position.moves:
            tracked, before = TrackedPosition(game.start()), None
            continue
        tracked.play(luck.choice(tracked.position.moves))
    return found


@pytest.fixture(scope="module")
def page(browser, server):
    context = browser.new_context(base_url=server)
    context.set_default_timeout(PATIENCE_MS)
    found = context.new_page()
    Visitor(found).start("mosty")
    yield found
    context.close()


def compare(page, name, portrait, count, seed):
    game = charkoni.game(name)
    view = BoardView(game, seed % game.players, portrait)
    steps = positions(game, view, count, seed)
    assert page.evaluate(COMPARE, [scene_document(view), steps]) == []


@pytest.mark.parametrize(("name", "orientation"), one_per_value(playable(), ("landscape", "portrait")))
def test_both_renderers_make_the_same_elements(page, name, orientation):
    compare(page, name, orientation == "portrait", POSITIONS, seed=1)


@pytest.mark.parametrize("name", playable())
def test_client_and_server_reserve_room_for_the_same_chips(page, name):
    luck, game = random.Random(name), charkoni.game(name)
    layout = BoardView(game, 0, False).layout
    drawn, position = [], game.start()
    for _ in range(POSITIONS):
        if position.turn >= 0:
            drawn.append((scene.tap_trie(position), scene.needs_row(position)))
        position = position.play(luck.choice(position.moves)) if position.moves else game.start()
    on_board = [*layout.spots, *layout.arrows]
    assert page.evaluate(ROWS, [[trie for trie, _ in drawn], on_board]) == [row for _, row in drawn]


@pytest.mark.long
@pytest.mark.parametrize("portrait", [False, True], ids=["landscape", "portrait"])
@pytest.mark.parametrize("name", playable())
def test_both_renderers_make_the_same_elements_of_200_positions(page, name, portrait):
    for seed in range(2):
        compare(page, name, portrait, 100, seed)


REACHED = """async (boards) => {
  const { href } = document.querySelector('link[href$="board/keyboard.js"]');
  const { neighbour } = await import(href.replace('keyboard', 'neighbour'));
  const missed = {};
  for (const [name, spots] of Object.entries(boards)) {
    const [start] = Object.keys(spots);
    const known = new Set([start]);
    for (const at of known) {
      for (const [dx, dy] of [[-1, 0], [1, 0], [0, -1], [0, 1]]) {
        const to = neighbour(spots, at, dx, dy);
        if (to) known.add(to);
      }
    }
    const out = Object.keys(spots).filter((zone) => !known.has(zone));
    if (out.length) missed[name] = out;
  }
  return missed;
}"""


def test_arrow_keys_reach_every_zone(visit):
    visitor = visit()
    visitor.start("mangala")
    boards = {
        f"{name} {'upright' if is_upright else 'lying'}": {
            zone: {"x": spot.x, "y": spot.y}
            for zone, spot in BoardView(charkoni.game(name), 0, is_upright).layout.spots.items()
        }
        for name in (*playable(), "barbakan:players=4", "chaupar:entry=outer")
        for is_upright in (False, True)
    }
    assert visitor.page.evaluate(REACHED, boards) == {}
