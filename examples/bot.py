"""A bot for a Charkoni server: `CHARKONI_TOKEN=... python bot.py http://localhost:8000 mangala 2.0`, 2 s for a move.

It takes a challenge to its member, or a seat in a game that waits, or opens one and prints its invitation, and plays it
to the end.  The token is made on the page /me.  Moves are those of `charkoni engine`, which knows all seven games.
"""

import json
import os
import subprocess
import sys
from contextlib import suppress
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

server, game, seconds = sys.argv[1], sys.argv[2], float(sys.argv[3])
headers = {"Authorization": f"Bearer {os.environ['CHARKONI_TOKEN']}", "Content-Type": "application/json"}
engine = subprocess.Popen(["charkoni", "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def call(path: str, body: dict[str, Any] | None = None) -> Any:
    """Return what the server answers to a GET, or to a POST if there is a body; raise HTTPError."""
    data = None if body is None else json.dumps(body).encode()
    with urlopen(Request(f"{server}/api/v1{path}", data, headers)) as answer:
        return json.load(answer)


def best_move(state: dict[str, Any]) -> str:
    """Return the engine's move in a position."""
    query = {"id": "move", "game": state["game"], "position": state["position"], "limits": {"seconds": seconds}}
    assert engine.stdin and engine.stdout
    print(json.dumps(query), file=engine.stdin, flush=True)
    return str(json.loads(engine.stdout.readline())["best"])


waiting = [each["id"] for each in call("/challenges") + call("/games?state=waiting") if each["game"] == game]
new = {"game": game, "public": True, "watch": True}
table = call(f"/games/{waiting[0]}/join", {}) if waiting else call("/games", new)
print(f"{server}/g/{table['id']}", f"{server}/i/{table['invite']}" if table["invite"] else "", flush=True)
with urlopen(Request(f"{server}/api/v1/games/{table['id']}/events", headers=headers)) as events:
    for line in events:  # each tells that something has happened; what, the state of the game says
        if not line.startswith(b"data:"):
            continue
        state = call(f"/games/{table['id']}")
        if state["status"]["state"] in ("over", "called-off"):
            print(state["status"]["text"])
            break
        with suppress(HTTPError):  # too late, or too early for the dice: another event follows
            if state["status"]["state"] == "open" and state["turn"] in state["mine"]:
                call(f"/games/{table['id']}/moves", {"v": state["v"], "move": best_move(state)})
            elif state["status"]["state"] == "open" and state["thrower"] in state["mine"]:
                call(f"/games/{table['id']}/throw", {"v": state["v"]})
engine.terminate()
