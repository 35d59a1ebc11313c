"""Modules for WebAssembly answer as the kernels do natively, bit for bit, in Node."""

import base64
import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from tests.sampling import short_run
from tests.search.modules import built_module

from charkoni import Record, game, games
from charkoni.core.random_numbers import below, seeded
from charkoni.players.levels import LevelPlayer, parameters
from charkoni.search import Limits, full_width, full_width_engine
from charkoni.search.browser_modules import digest_of, find_module

pytestmark = pytest.mark.compiled_only
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
    one = game(name)
    module, engine, asked, expected = built_module(one, full_width(one)), full_width_engine(one), [], []
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
    done = subprocess.run(
        ["node", str(Path(__file__).with_name("answers.mjs")), str(module.described), str(SLICE)],
        input=json.dumps([base64.b64encode(each).decode() for each in asked]),
        capture_output=True,
        text=True,
        check=True,
    )
    answers = json.loads(done.stdout)["answers"]
    found_all = [each["rows"] if each["code"] < 0 else [each["code"], each["value"]] for each in answers]
    assert len(asked) > 50
    assert found_all == expected


def test_a_module_of_other_sources_is_not_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one = game("mosty")
    monkeypatch.setattr("charkoni.search.browser_modules.cached_modules", lambda *_: tmp_path)
    monkeypatch.setattr("charkoni.search.browser_modules.PACKAGED", tmp_path / "packaged")
    assert find_module(one, "ab") is None
    code, manifest = tmp_path / "packaged" / "mosty-ab.wasm", {"size": 4, "digest": digest_of(one, "ab")}
    code.parent.mkdir()
    for content, described, is_found in ((b"code", {}, True), (b"cod", {}, False), (b"code", {"digest": "0"}, False)):
        code.write_bytes(content)
        code.with_suffix(".json").write_text(json.dumps(manifest | described), encoding="utf-8")
        assert (find_module(one, "ab") is not None) == is_found
    code.with_suffix(".json").write_text("[", encoding="utf-8")
    assert find_module(one, "ab") is None
