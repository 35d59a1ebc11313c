"""Fast play of games by the table's own messages, without rendering."""

from collections.abc import Sequence

from playwright.sync_api import Page

HURRY = """async ([g, plies, seed]) => {
  const socket = new WebSocket(`ws://${location.host}/ws`);
  let luck = seed;
  let n = 1e9;
  let isThrown = false;
  const random = (count) => {
    luck = (luck * 1103515245 + 12345) % 2147483648;
    return Math.floor((luck / 2147483648) * count);
  };
  const leaves = (node) => (typeof node === 'string' ? [node] : Object.values(node).flatMap(leaves));
  const send = (message) => socket.send(JSON.stringify({ g, ...message }));
  const act = ({ v, table, trie }) => {
    n += 1;
    if (table.can.includes('throw')) {
      // Whoever throws before the page has promised a seed for its seats plays without one.
      if (isThrown || table.dice.stage !== 'ready') return;
      send({ type: 'throw', v, n, salt: '00' });
      isThrown = true;
    } else if (trie) {
      const moves = [...new Set(leaves(trie))].sort();
      send({ type: 'do', v, n, m: moves[random(moves.length)] });
    }
  };
  await new Promise((done, failed) => {
    socket.onopen = () => send({ type: 'hello', lang: 'en', portrait: false });
    socket.onclose = ({ code }) => failed(new Error(`closed with ${code}`));
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(data);
      const { type, table } = message;
      if (type === 'view' || type === 'ply') isThrown = false;
      else if (type === 'nack') failed(data);
      if ((type === 'view' || type === 'ply') && (!plies-- || table.status.state !== 'open')) {
        socket.onmessage = null;
        done();
      }
      // The dice are ready once the page has given the seeds of its seats: a `table` says so.
      else if (table) act(message);
    };
  });
  socket.onclose = null;
  socket.close();
}"""
"""Plays for all seats of this browser, at random from a seed."""

ALL = -1

RESIGN = """async (g) => {
  const socket = new WebSocket(`ws://${location.host}/ws`);
  await new Promise((done, failed) => {
    socket.onopen = () => socket.send(JSON.stringify({ type: 'hello', g, lang: 'en', portrait: false }));
    socket.onclose = failed;
    socket.onmessage = ({ data }) => {
      const { type, table } = JSON.parse(data);
      const own = table?.seats.find((each) => each.you);
      if (type === 'view') socket.send(JSON.stringify({ type: 'resign', g, n: 1, seat: own.seat }));
      if (table?.status.state === 'over') done();
    };
  });
  socket.onclose = null;
  socket.close();
}"""


def play_plies(page: Page, plies: int = ALL, seed: int = 5) -> None:
    """Play some plies of the game on a page, or all to its end."""
    page.evaluate(HURRY, [page.url.rpartition("/")[2], plies, seed])


def play_whole_games(pages: Sequence[Page]) -> None:
    """Play the games on several pages to their ends, all at the same time."""
    for seed, page in enumerate(pages):
        given = [page.url.rpartition("/")[2], ALL, seed]
        page.evaluate(f"(given) => {{ window.played = ({HURRY})(given); }}", given)
    for page in pages:
        page.evaluate("window.played")


def resign(page: Page) -> None:
    """Resign the game on a page."""
    page.evaluate(RESIGN, page.url.rpartition("/")[2])
