"""Built modules for the tests: the linker, as root from Debian, one build per state of the sources; and what they are
asked, with the answers of the kernels."""

import base64
import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from tests.installation import alone, install_packages

from charkoni import Record, game
from charkoni.core.constants import CHANCE
from charkoni.core.game import Game
from charkoni.core.random_numbers import below, seeded
from charkoni.players.levels import LevelPlayer, parameters
from charkoni.search import Limits, full_width
from charkoni.search.browser_modules import BrowserModule, digest_of, find_module
from charkoni.search.decision.random_games import digest_of_games
from charkoni.search.decision.request import request_of, task_of
from charkoni.search.module_build import MOST_LINES, build_apart, module_engine

ROOT = Path(__file__).resolve().parents[2]
ASK = Path("tests", "search", "ask.mjs")
NODES = 400
SLICE = 150
"""Nodes of a call: a search is interrupted several times."""
RANDOM_GAMES = 300
RECORDS = 38
"""How many records of random games; three searches in each, at least 100 in all."""
SITE = "http://localhost:1"
"""Where a page that asks modules is; nothing listens there, all its files come from here."""
IN_PAGE = """async ([manifest, code, questions]) => {
  const bytes = Uint8Array.from(atob(code), (letter) => letter.charCodeAt(0));
  return (await import("/tests/search/ask.mjs")).ask(manifest, bytes, questions);
}"""


def built_module(one: Game, search: str) -> BrowserModule:
    """Return a module of the present sources; skip the test where there is no linker."""
    with alone("lld"):
        if not shutil.which("wasm-ld"):
            install_packages("lld")
    if not shutil.which("wasm-ld"):
        pytest.skip("needs wasm-ld, which could not be installed; on Debian and Ubuntu: apt install lld")
    with alone(f"wasm-{digest_of(one, search)}"):
        build_apart(one, search)
    found = find_module(one, search)
    assert found
    return found


def records(name: str, count: int) -> list[Record]:
    """Return records of random games, at any stage, in which a player is to move."""
    found: list[Record] = []
    for number in range(count):
        record, rng = Record(game(name)), seeded(number)
        while not record.outcome and (len(record) < 2 * number % 37 or record.turn < 0):
            moves = record.position.moves
            record.play(moves[int(below(rng, len(moves)))])
        found += [] if record.outcome else [record]
    return found


def row(found: Any, turn: int) -> dict[str, object]:
    line = found["line"][: found["length"]].tolist()
    whole = {name: int(found[name]) for name in ("code", "plies", "depth")}
    return {
        **whole,
        "value": float(found["value"]),
        "exact": bool(found["solved"]),
        "line": [] if turn == CHANCE else line or [whole["code"]],
    }


def in_base64(content: bytes) -> str:
    return base64.b64encode(content).decode()


def questions(name: str, search: str) -> tuple[dict[str, object], list[list[object]], str]:
    """Return what a module of a game is asked, the answers to the requests by native kernels, and the hash of games.

    Levels are asked of the full-width search, which chooses their moves.
    """
    one, asked, expected = game(name), list[str](), list[list[object]]()
    engine = module_engine(one, search)
    engine.prepare()
    levels = range(1, 11) if search == full_width(one) else ()
    players = [LevelPlayer(level, 5) for level in levels if 0 < parameters(one, level).nodes <= 10 * NODES]
    throws = [Record(one)] if one.has_dice and engine.values_throws else []
    for record in [*records(name, RECORDS), *throws]:
        path = record.positions[:-1]
        for limits in (Limits(nodes=NODES), Limits(nodes=NODES, lines=3), Limits(nodes=4 * NODES, depth=2, lines=5)):
            request = engine.request(record.position, path, limits, seed=len(asked))
            asked.append(in_base64(request.to_bytes()))
            thread = engine._begin(request, limits)[0]
            while not thread.go_on(1 << 30):
                pass
            expected.append([row(each, record.turn) for each in thread.found.rows])
        for player in players if record.turn != CHANCE else ():
            asked.append(in_base64(player.request(record).to_bytes()))
            found = player.find(record)
            expected.append([one.code(found.move), found.value])
    start = request_of(one.start(), ())
    start.request[0].rng = seeded(1)
    games = [(in_base64(start.to_bytes()), RANDOM_GAMES)]
    task = task_of(one, start, 1)
    scratch = task.answers, task.weights, task.points, RANDOM_GAMES
    rng = start.request[0].rng.copy()
    digest = digest_of_games(one.kernels, task.path, task.states, task.words, rng, *scratch)
    assert len(asked) >= 100
    return {"requests": asked, "slice": SLICE, "games": games}, expected, str(digest)


def are_equal(found: Any, expected: list[list[object]], digest: str) -> bool:
    """Return whether a module answered as the kernels did, bit for bit; it ranks MOST_LINES moves without dice."""
    answers = [each["rows"] if each["code"] < 0 else [each["code"], each["value"]] for each in found["answers"]]
    ranked = [each[: len(answer)] for each, answer in zip(expected, answers, strict=True)]
    is_whole = all(len(answer) in (len(each), MOST_LINES) for each, answer in zip(expected, answers, strict=True))
    return bool(answers == ranked and is_whole and found["hashes"] == [digest])


def ask_in_node(module: BrowserModule, questions: dict[str, object]) -> Any:
    """Return what a module answers in Node: see `ask.mjs`."""
    command, asked = ["node", str(ROOT / ASK), str(module.described)], json.dumps(questions)
    return json.loads(subprocess.run(command, input=asked, capture_output=True, text=True, check=True).stdout)


def ask_in_page(page: Any, module: BrowserModule, questions: dict[str, object], slower: int = 1) -> Any:
    """Return what a module answers in a page of Chromium.  slower: how much slower than this the processor is to be."""
    # Isolated, a page has a clock of 5 microseconds, else of 100.
    headers = {"Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp"}

    def fulfil(route: Any) -> None:
        path = ROOT / route.request.url.removeprefix(f"{SITE}/")
        body, kind = (
            (path.read_text(), "text/javascript") if path.is_file() else ("<title>Modules</title>", "text/html")
        )
        route.fulfill(body=body, content_type=kind, headers=headers)

    page.route("**/*", fulfil)
    page.goto(SITE)
    tools = page.context.new_cdp_session(page)
    tools.send("Emulation.setCPUThrottlingRate", {"rate": slower})
    return page.evaluate(IN_PAGE, [module.manifest, in_base64(module.code.read_bytes()), questions])
