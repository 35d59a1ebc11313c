"""The description of tablebases for other programs: its reader reads what the program makes."""

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.docs.test_site import blocks

from charkoni.core.registry import named
from charkoni.solve.barbakan import tablebase as barbakan
from charkoni.solve.mangala.tablebase import Endgames, build_in_memory
from charkoni.solve.tablebase_files import write_tablebase

PAGE = Path(__file__).parents[2] / "docs" / "tablebases.md"
STONES = 4
pytestmark = pytest.mark.compiled_only


@pytest.fixture(scope="module")
def reader() -> dict[str, Any]:
    (code,) = blocks(PAGE, "python")
    names: dict[str, Any] = {}
    exec(compile(code, str(PAGE), "exec"), names)
    assert len([line for line in code.splitlines() if line.strip()]) <= 40
    return names


@pytest.fixture(scope="module")
def endgames(tmp_path_factory: pytest.TempPathFactory) -> Endgames:
    made = build_in_memory(STONES, "take")
    made.tablebase.path = tmp_path_factory.mktemp("tables") / "mangala-take-04.table"
    write_tablebase(made.tablebase)
    return made


def test_the_reader_finds_the_values_of_the_program(reader: dict[str, Any], endgames: Endgames) -> None:
    table, chance, game = reader["Table"](endgames.tablebase.path), random.Random(4), named("mangala")
    assert table.title["game"] == "mangala" and table.title["size"] == STONES
    for _ in range(60):
        holes = [0] * 12
        for _ in range(chance.randint(1, STONES)):
            holes[chance.randrange(12)] += 1
        if any(holes[:6]) and any(holes[6:]):
            own, other = holes[:6], holes[6:]
            rest = 48 - sum(holes)
            text = f"{','.join(map(str, own))}:{rest}/{','.join(map(str, other))}:0 a"
            assert reader["further"](table, own, other) == endgames.further(game.parse(text)), text
    assert reader["further"](table, [1, 0, 0, 0, 0, 0], [0] * 6) == -1


def test_the_reader_refuses_a_damaged_table(reader: dict[str, Any], endgames: Endgames, tmp_path: Path) -> None:
    data = endgames.tablebase.path.read_bytes()
    damaged = tmp_path / "damaged.table"
    damaged.write_bytes(data[:-1] + bytes([data[-1] ^ 1]))
    table = reader["Table"](damaged)
    assert reader["further"](table, [1, 0, 0, 0, 0, 0], [0] * 6) == -1, "another section"
    with pytest.raises(ValueError, match=f"section {STONES} is damaged"):
        table.section(STONES)
    for content, problem in ((data[:-1], "truncated"), (b"x" + data, "not a tablebase"), (data[:28] + b"x", "header")):
        damaged.write_bytes(content)
        with pytest.raises(ValueError, match=problem):
            reader["Table"](damaged)


def test_the_index_of_barbakan_is_the_one_described() -> None:
    from math import comb

    key = barbakan.ArmyTablebaseKey("mini3", 2, 2)
    points, chance = len(barbakan.BOARDS["mini3"].points), random.Random(1)
    for _ in range(20):
        chosen = chance.sample(range(points), 4)
        first, second, turn = sorted(chosen[:2]), sorted(chosen[2:]), chance.randrange(2)
        lowered = [q - sum(p < q for p in first) for q in second]
        index = sum(comb(p, n) for n, p in enumerate(first, 1)) * comb(points - 2, 2)
        index = 2 * (index + sum(comb(q, n) for n, q in enumerate(lowered, 1))) + turn
        bits = [np.uint64(sum(1 << p for p in pawns)) for pawns in (first, second)]
        assert barbakan.rank(*bits, turn, points, key.mine, key.other) == index
