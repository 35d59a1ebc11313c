"""Whole games by taps of a script in the page: they do what a finger or a screen reader does, and no more.

The script waits for changes of the page, never for frames or times, so that it is fast on a busy machine, too.
"""

from collections.abc import Sequence
from typing import Literal

from playwright.sync_api import Page

import charkoni
from charkoni.core.record import Record
from charkoni.graphics import click_trie, scene
from charkoni.players.spec import player

Way = Literal["random", "asked", "guided"]
"""How taps are chosen: at random; by the page's function `choose` from the moves of the list; or as a guide points, and
as `choose` says where it is silent.
"""
GOOD = "level=3"

TAPS = """async ([seed, way, patience]) => {
  const table = document.querySelector('#table');
  const said = new Set();
  let luck = seed;
  const random = (count) => {
    luck = (luck * 1103515245 + 12345) % 2147483648;
    return Math.floor((luck / 2147483648) * count);
  };
  const changed = () => new Promise((resolve) => {
    const finish = () => {
      observer.disconnect();
      clearTimeout(timer);
      resolve();
    };
    const observer = new MutationObserver(finish);
    const timer = setTimeout(finish, 500);
    observer.observe(document.body, { subtree: true, childList: true, attributes: true });
  });
  const until = async (condition, what) => {
    for (const end = performance.now() + patience; !condition();) {
      if (performance.now() > end) throw new Error(what());
      await changed();
    }
  };
  const isOver = () => ['over', 'called-off'].includes(table.dataset.turn);
  const seen = () => `${table.dataset.v} ${table.dataset.prefix}`;
  const thrower = document.querySelector('#throw');
  const places = () => [...document.querySelectorAll('#board .zone.legal, #chips .chip')];
  const isFree = () => isOver() || !thrower.hidden || places().length > 0;
  const tap = async (place) => {
    const before = seen();
    if (place.matches('.zone')) place.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 0 }));
    else place.click();
    await until(() => seen() !== before || isOver(), () => `nothing follows a tap on ${place.outerHTML}`);
  };
  const remarks = document.querySelector('#remarks');
  const note = () => remarks.querySelectorAll('.remark').forEach((each) => said.add(each.textContent.trim()));
  if (remarks) {
    new MutationObserver(note).observe(remarks, { childList: true });
    note();
  }
  for (let taps = 0; ; taps += 1) {
    await until(isFree, () => 'nothing can be done');
    if (isOver()) return { said: [...said], taps };
    if (!thrower.hidden) {
      await tap(thrower);
      continue;
    }
    const advised = way === 'guided' ? places().filter((each) => each.matches('.advised')) : [];
    if (advised.length) await tap(advised[random(advised.length)]);
    else if (way !== 'random' && !table.dataset.prefix) {
      const log = [...document.querySelectorAll('#log button.move')].map((each) => each.textContent);
      for (const name of await window.choose(log)) {
        await tap(document.querySelector(`#board [data-zone="${name}"], #chips [data-value="${name}"]`));
      }
    } else await tap(places()[random(places().length)]);
  }
}"""
"""Plays for the seats of this page until the game is over; returns what the guide has said, and the number of taps."""


class GoodPlay:
    """Chooses the taps of a game by a computer player, from the moves listed on the page.  start: a position."""

    def __init__(self, game: str, seed: int, start: str = "") -> None:
        self.computer = player(GOOD, seed)
        played = charkoni.game(game)
        self.record = Record(played, played.parse(start) if start else None)

    def choose(self, log: list[str]) -> list[str]:
        """Return the taps of the next move after the moves of a list."""
        for move in log[len(self.record) :]:
            self.record.play(move)
        move = self.computer.choose(self.record)
        trie = scene.tap_trie(self.record.position)
        return list(next(script for script, leaf in click_trie.leaves(trie) if leaf == move))


def play_at_once(
    pages: Sequence[Page], seeds: Sequence[int], way: Way = "random", patience_ms: int = 60_000
) -> list[tuple[Sequence[str], int]]:
    """Play on several pages at the same time until the game of each is over.

    Return for each what the guide has said, and the number of taps.  A page waits for its server most of the time, so
    that many take hardly longer than one.
    """
    for page, seed in zip(pages, seeds, strict=True):
        page.evaluate(f"(given) => {{ window.played = ({TAPS})(given); }}", [seed, way, patience_ms])
    played = [page.evaluate("window.played") for page in pages]
    return [(each["said"], each["taps"]) for each in played]
