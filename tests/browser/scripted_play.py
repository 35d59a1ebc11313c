"""Fast play of games by the table's own messages, without rendering."""

from playwright.sync_api import Page

HURRY = """async ([g, plies, seed]) => {
  let socket;
  let closed = 0;
  let isShown = false;
  let luck = seed;
  let n = 1e9;
  let at = 0;
  const random = (count) => {
    luck = (luck * 1103515245 + 12345) % 2147483648;
    return Math.floor((luck / 2147483648) * count);
  };
  const leaves = (node) => (typeof node === 'string' ? [node] : Object.values(node).flatMap(leaves));
  const send = (message) => socket.send(JSON.stringify({ g, ...message }));
  const play = (done, failed) => {
    socket = new WebSocket(`ws://${location.host}/ws`);
    socket.onopen = () => send({ type: 'hello', lang: 'en', portrait: false });
    // Like the page: a closed socket is opened again; the position comes once more and is no ply.
    socket.onclose = ({ code }) => {
      closed += 1;
      if (isShown && plies >= 0) plies += 1;
      isShown = false;
      if (closed > 3) failed(new Error(`closed with ${code}`));
      else play(done, failed);
    };
    socket.onmessage = ({ data }) => {
      const { type, code, v, table, trie } = JSON.parse(data);
      // The page has yet to give the seeds of its seats.
      if (code === 'DICE') setTimeout(() => send({ type: 'throw', v: at, n: (n += 1), salt: '00' }), 20);
      else if (type === 'nack') failed(data);
      if (type !== 'view' && type !== 'ply') return;
      n += 1;
      at = v;
      isShown = true;
      if (!plies-- || table.status.state !== 'open') done();
      else if (table.can.includes('throw')) send({ type: 'throw', v, n, salt: '00' });
      else if (trie) {
        const moves = [...new Set(leaves(trie))].sort();
        send({ type: 'do', v, n, m: moves[random(moves.length)] });
      }
    };
  };
  await new Promise(play);
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


def resign(page: Page) -> None:
    """Resign the game on a page."""
    page.evaluate(RESIGN, page.url.rpartition("/")[2])
