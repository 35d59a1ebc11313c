"""Pictures of the boards of an event: how the games ended that were played or recorded on a server."""

import json
from dataclasses import replace

from charkoni.core.registry import named
from charkoni.web.engine.warm import warm
from charkoni.web.live.board_view import view_of
from charkoni.web.live.game.live_game import LiveGame
from charkoni.web.store import Store


async def pictures(games: str, database: str) -> dict[tuple[int, int], str]:
    """Return the last position of the last game of each table as SVG, by round and table; raise StoreError.

    games: ids by `round:table` and `round:table:game` as JSON, stored beside the log.  database: file or address of the
    server's database.  Games that are not over, and those that the database does not have, are left out.
    """
    ids: dict[tuple[int, int], tuple[int, str]] = {}
    for key, id_ in json.loads(games).items():
        number, table, *game = map(int, key.split(":"))
        place = game[0] if game else 1
        ids[number, table] = max(ids.get((number, table), (0, "")), (place, str(id_)))
    store = Store(database if "://" in database else f"sqlite:///{database}")
    await store.open()
    try:
        found = {key: await _picture(store, id_) for key, (_, id_) in sorted(ids.items())}
    finally:
        await store.close()
    return {key: svg for key, svg in found.items() if svg}


async def _picture(store: Store, id_: str) -> str:
    """Return the last position of a game that is over as SVG, else an empty text."""
    stored = await store.game(id_)
    if stored is None:
        return ""
    row, seats, log = stored
    await warm(named(row.name))
    live = LiveGame(replace(row, state="waiting", result="", reason="", ply=0), seats)
    for each in log:
        live.apply(each, each.at)
    return view_of(live.game, 0, False).svg(live.position, "light") if live.state not in ("waiting", "open") else ""
