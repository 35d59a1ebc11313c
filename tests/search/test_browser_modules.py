"""Modules for WebAssembly answer as the kernels do natively, bit for bit, in Node."""

import base64
import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.sampling import short_run

from charkoni import Record, game, games
from charkoni.core.compiler import cache_root
from charkoni.core.random_numbers import below, seeded
from charkoni.players.levels import LevelPlayer, parameters
from charkoni.search import Limits, full_width, full_width_engine

pytestmark = [
    pytest.mark.compiled_only,
    pytest.mark.skipif(not shutil.which("wasm-ld") or not shutil.which("node"), reason="needs wasm-ld and node"),
]
NODES = 400
SLICE = 150
"""Nodes of a call: a search is interrupted several times."""


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


def row(found: Any) -> dict[str, object]:
    line = found["line"][: found["length"]].tolist()
    whole = {name: int(found[name]) for name in ("code", "plies", "depth")}
    return {**whole, "value": float(found["value"]), "exact": bool(found["solved"]), "line": line}


@pytest.mark.parametrize("name", short_run(games(), ("mosty", "chaupar")))  # a module takes 10 s to build
def test_searches_and_levels_are_those_of_the_kernels(name: str) -> None:
    folder, one = cache_root() / "modules", game(name)
    command = [sys.executable, "-m", "charkoni.search.browser_modules", name, "--out", str(folder)]
    subprocess.run(command, check=True, capture_output=True)
    engine, asked, expected = full_width_engine(one), [], []
    players = [LevelPlayer(level, 5) for level in range(1, 11) if 0 < parameters(one, level).nodes <= 10 * NODES]
    for record in records(name, 25):
        path = record.positions[:-1]
        for limits in (Limits(nodes=NODES), Limits(nodes=NODES, lines=3), Limits(nodes=4 * NODES, depth=2, lines=5)):
            asked.append(engine.request(record.position, path, limits).to_bytes())
            thread = engine._begin(engine.request(record.position, path, limits), limits)[0]
            while not thread.go_on(1 << 30):
                pass
            expected.append([row(each) for each in thread.ranking[0]])
        for player in players:
            asked.append(player.request(record).to_bytes())
            found = player.find(record)
            expected.append([one.code(found.move), found.value])
    module = folder / f"{one.family.name}-{full_width(one)}.json"
    done = subprocess.run(
        ["node", str(Path(__file__).with_name("answers.mjs")), str(module), str(SLICE)],
        input=json.dumps([base64.b64encode(each).decode() for each in asked]),
        capture_output=True,
        text=True,
        check=True,
    )
    answers = json.loads(done.stdout)["answers"]
    found_all = [each["rows"] if each["code"] < 0 else [each["code"], each["value"]] for each in answers]
    assert len(asked) > 50
    assert found_all == expected
