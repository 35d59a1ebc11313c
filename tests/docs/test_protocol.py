"""docs/protocol.md, executed: what its examples send is sent, and what they show comes back.

`...` stands for more members of an object or list, "..." for any text or list.
"""

import itertools
import json
import re
from contextlib import ExitStack
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from pydantic import TypeAdapter
from tests.web.conftest import LocalServer, Socket, Visitor, local_server, make_pair

from charkoni.web.api import rest, schema
from charkoni.web.live.messages import replies
from charkoni.web.live.messages.requests import REQUEST

__all__ = ["local_server"]

pytestmark = pytest.mark.compiled_only

PAGE = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text("utf-8")
MORE = "…"
GAME = "k3vq9x2m7a"
"""The id of the game in the examples."""

PINGS = itertools.count(1000)
"""The pings that are no part of an example."""
PATIENCE = 40
"""Pings to be answered before a message counts as missing."""

ASIDE = re.compile(r"\s{3,}\((.*)\)$")


class Table(NamedTuple):
    """A game and the players at it; the examples speak for the first."""

    g: str
    players: list[Visitor]
    v: int = 0


def blocks(heading: str) -> list[str]:
    """Return the code blocks of a section."""
    part = PAGE.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    return re.findall(r"^```\n(.*?)^```$", part, re.MULTILINE | re.DOTALL)


def document(text: str) -> Any:
    """Return the JSON of an example."""
    text = re.sub(r"\.\.\.(?=\s*\])", f'"{MORE}"', text)
    return json.loads(re.sub(r"\.\.\.(?=\s*\})", f'"{MORE}":0', text))


def messages(block: str) -> list[tuple[str, Any, str]]:
    """Return the messages of a block: its arrow, the content, and the remark behind it."""
    found = []
    for text in re.split(r"^(?=->|<-)", block, flags=re.MULTILINE)[1:]:
        remark = ASIDE.search(text.strip())
        found.append((text[:2], document(ASIDE.sub("", text[2:].strip())), remark[1] if remark else ""))
    return found


def is_like(shown: Any, real: Any) -> bool:
    """Return whether a value is as the document shows it."""
    if shown == "...":
        return isinstance(real, str)
    if isinstance(shown, dict) and isinstance(real, dict):
        wanted = shown.keys() - {MORE}
        return (MORE in shown or wanted == real.keys()) and all(is_like(shown[key], real.get(key)) for key in wanted)
    if isinstance(shown, list | tuple) and isinstance(real, list):
        is_open = MORE in shown
        first = [each for each in shown if each != MORE]
        fits = len(first) <= len(real) if is_open else len(first) == len(real)
        return fits and all(is_like(*pair) for pair in zip(first, real, strict=False))
    if isinstance(shown, str) and isinstance(real, str):
        hashed = re.compile(r"\b[0-9a-f]{12}\b")  # the name of a board's static layer
        return hashed.sub("*", shown) == hashed.sub("*", real)
    return bool(shown == real)


def pair(local_server: LocalServer, *moves: str, **form: str) -> Table:
    """Return a game of two people after some moves."""
    made = make_pair(local_server, **form)
    return played(Table(made.g, [made.a, made.b]), moves)


def alone(local_server: LocalServer, game: str, *moves: str, **form: str) -> Table:
    """Return a game of one person at all seats after some moves."""
    person = local_server.visitor()
    g = person.new_game(game, name="Aylin", **{f"seat{seat}": "me" for seat in range(4)}, **form)
    return played(Table(g, [person]), moves)


def played(table: Table, moves: tuple[str, ...]) -> Table:
    with ExitStack() as stack:
        sockets = [Socket(stack.enter_context(player.socket())) for player in table.players]
        for socket in sockets:
            socket.hello(table.g)
        for v, move in enumerate(moves):
            mover = sockets[v % len(sockets)]
            assert mover.ask("do", g=table.g, v=v, m=move)["type"] == "ack"
    return table._replace(v=len(moves))


def talk(table: Table, *dialogues: str) -> None:
    """Send what a dialogue sends, and demand the answers that it shows."""
    with ExitStack() as stack:
        sockets = [Socket(stack.enter_context(player.socket())) for player in table.players]
        for socket in sockets:
            socket.hello(table.g)
        for dialogue in dialogues:
            socket = sockets[0]
            for arrow, content, remark in messages(dialogue):
                message = content | {"g": table.g} if "g" in content else content
                if arrow == "->":
                    socket = sockets[1] if remark == "the other one" else sockets[0]
                    socket.send(**message)
                    continue
                demand(socket, message)


def demand(socket: Socket, message: dict[str, Any]) -> None:
    """Demand that a message like this one comes before the answers to some pings: a phrase waits for the database."""
    heard: list[dict[str, Any]] = []
    for last in itertools.islice(PINGS, PATIENCE):
        socket.send(type="ping", t=last)
        while not heard or heard[-1].get("t") != last:
            heard.append(socket.hear(message["type"], "pong"))
            if is_like(message, heard[-1]):
                return
    raise AssertionError("\n".join(map(json.dumps, [message, *heard])))


def test_a_board_is_opened(local_server: LocalServer) -> None:
    conversation, beside, scene, leave = blocks("Open a board")
    table = pair(local_server, clock="5+3")
    (_, request, _), (_, shown, _) = messages(conversation)
    with table.players[0].socket() as wire:
        view = Socket(wire).hello(table.g, portrait=request["portrait"])
        Socket(wire).send(**messages(leave)[0][1] | {"g": table.g})
    view["table"]["seats"][0]["name"] = "Aylin"
    assert is_like(shown | {"g": table.g}, view), json.dumps(view)
    assert is_like(document(beside), view["table"]), json.dumps(view["table"])
    address, _, content = scene.partition("\n")
    assert is_like(address.removeprefix("GET "), view["scene"])
    layer = table.players[0].get(view["scene"]).json()
    assert is_like(document(content), layer), json.dumps(layer)


def test_play(local_server: LocalServer) -> None:
    talk(pair(local_server), *blocks("Play"))


def test_dice(local_server: LocalServer) -> None:
    promise, throw = blocks("Dice")
    talk(alone(local_server, "chaupar"), promise)
    talk(alone(local_server, "chaupar"), throw)


def test_takebacks_offers_and_ends(local_server: LocalServer) -> None:
    undo, draw, resign, claim = blocks("Take back, draw, rematch")
    talk(alone(local_server, "mangala", "1"), undo)
    talk(pair(local_server, "1", "1"), draw)
    talk(pair(local_server), resign)
    left = pair(local_server, "1")
    local_server.time.pass_by(local_server.settings.gone_ms + 1)
    talk(left._replace(players=left.players[:1]), claim)


def test_a_match_of_sets(local_server: LocalServer) -> None:
    (played,) = blocks("A match of sets")
    talk(pair(local_server, "1", "1", sets="5"), played)


def test_help_and_phrases(local_server: LocalServer) -> None:
    help_, hint = blocks("Help")
    talk(alone(local_server, "focus", start="4/6/5,g,2/8/3,grr,4/8/r,5/4 a 0:0"), help_)
    (_, request, _), (_, reply, _) = messages(hint)
    REQUEST.validate_python(request | {"g": GAME})
    TypeAdapter(replies.Hint).validate_python(reply)
    talk(pair(local_server), *blocks("People"))


def test_the_connection(local_server: LocalServer) -> None:
    (ping, pong, bye) = re.findall(r"^.+$", blocks("The connection")[0], re.MULTILINE)
    talk(pair(local_server), f"{ping}\n{pong.replace('1800000000000', str(local_server.time.wall()))}\n")
    TypeAdapter(replies.Bye).validate_python(messages(bye)[0][1])


def test_a_bot_finds_the_addresses_and_fields_that_the_page_names() -> None:
    part = (Path(__file__).parents[2] / "docs" / "program" / "bots.md").read_text("utf-8")
    named = {(method, path.replace("/ID", "/{game_id}")) for method, path in re.findall(r"`(GET|POST) ([/\w]+)", part)}
    routes = {(method, route.path) for route in rest.router.routes for method in route.methods}  # type: ignore[attr-defined]
    assert len(named) == 10 and named <= routes
    sent = [json.loads(text) for text in re.findall(r"with `(\{.*?\})`", part)]
    assert schema.TokenIn(**sent[0]).name == "my bot" and schema.MoveIn(**sent[1]).move == "4"
    assert {"position", "moves", "turn", "v"} <= schema.GameOut.model_fields.keys()
