"""Tablebase tasks: memory, resumption of a build, verification, damage, wrong entries."""

from functools import cache
from pathlib import Path

import numpy as np
import pytest
from bench.solve_others import counts
from tests.solve.barbakan.test_solver import position_of

import charkoni
from charkoni import solve
from charkoni.solve import tablebase_files
from charkoni.solve.barbakan import tablebase
from charkoni.solve.barbakan.solver import SOLVER as barbakan
from charkoni.solve.barbakan.solver import ways_to_place
from charkoni.solve.chaupar import lane_tablebase
from charkoni.solve.chaupar.solver import SOLVER as chaupar
from charkoni.solve.mangala.solver import SOLVER as mangala
from charkoni.solve.mangala.tablebase import made_endgames
from charkoni.solve.tablebase_cache import Snapshots
from charkoni.solve.tablebase_files import HEADER, BadTablebase, NoRoom, in_memory, write_tablebase
from charkoni.solve.tasks import BadTaskRequest, BuildOptions

pytestmark = pytest.mark.compiled_only

SMALL = tablebase.ArmyTablebaseKey("mini3", 2, 1)
LANES = lane_tablebase.LaneTablebaseKey(0, 1)


@cache
def chances() -> np.ndarray:
    """Return the tablebase of LANES."""
    return LANES.build()


class Ended(Exception):
    """Raised to end a build in the middle, like a kill."""


def quiet(done: int, total: int) -> None:
    """Ignore the progress."""


def checked(folder: Path, solver: solve.Solver, sample: int | None = None) -> int:
    """Verify the only tablebase of a folder; return the number of entries checked."""
    (found,) = solver.tablebases_of(folder)
    return found.verify(sample, 1, quiet).entries


# --- Barbakan -------------------------------------------------------------------------------------------------------


def test_a_build_of_barbakan_resumes_after_a_kill(tmp_path: Path) -> None:
    def end(done: int, line: str) -> None:
        if line.split()[0] == "4":
            raise Ended

    with pytest.raises(Ended):
        SMALL.open_or_build(tmp_path, end, save_every=0)
    (left,) = tmp_path.iterdir()
    assert left.name == SMALL.file_name + ".steps"
    reached = []
    built = SMALL.open_or_build(tmp_path, lambda done, line: reached.append(int(line.split()[0])), save_every=0)
    assert reached[0] == 4
    assert [path.name for path in tmp_path.iterdir()] == [SMALL.file_name]
    assert np.array_equal(built.cells, SMALL.build())


@pytest.mark.parametrize("size", ["truncated", "flipped", "another"])
def test_a_damaged_snapshot_starts_the_build_anew(tmp_path: Path, size: str) -> None:
    path = tmp_path / SMALL.file_name
    kept = Snapshots(path, SMALL.title, 0)
    kept.offer(3, np.zeros(10, np.uint8), np.zeros(10, np.uint8))
    assert kept.kept() is not None
    content = bytearray(kept.path.read_bytes())
    if size == "truncated":
        kept.path.write_bytes(content[:-1])
    elif size == "flipped":
        content[HEADER + 12] ^= 1
        kept.path.write_bytes(content)
    else:
        kept.path.write_bytes(b"")
        Snapshots(path, tablebase.ArmyTablebaseKey("mini3", 1, 1).title, 0).offer(3, np.zeros(10, np.uint8))
    assert kept.kept() is None
    assert np.array_equal(SMALL.open_or_build(tmp_path).cells, SMALL.build())


def test_every_wrong_entry_of_barbakan_is_found(tmp_path: Path) -> None:
    values = SMALL.build()
    for kind in (tablebase.NEVER, tablebase.OVER, 0, 1, 2):
        if not (values == kind).any():
            continue
        wrong = values.copy()
        wrong[int(np.flatnonzero(values == kind)[-1])] = 3 if kind != 3 else 0
        write_tablebase(in_memory(tmp_path / SMALL.file_name, SMALL.title, [len(wrong)], wrong))
        with pytest.raises(BadTablebase, match=r"wrong entries: [0-9]+, the first is "):
            checked(tmp_path, barbakan)


def test_the_values_of_barbakan_are_the_same_with_colours_exchanged() -> None:
    """The counts are the same with the armies exchanged."""
    for board, mine, other in (("mini3", 2, 1), ("b12", 1, 1)):
        key, turned = tablebase.ArmyTablebaseKey(board, mine, other), tablebase.ArmyTablebaseKey(board, other, mine)
        assert counts(key.build()) == counts(turned.build())


def test_pawns_in_hand_are_placed_only_where_a_table_holds_the_ending(monkeypatch: pytest.MonkeyPatch) -> None:
    mini3, mini4, b12 = (charkoni.game(f"barbakan:board={board}").start() for board in ("mini3", "mini4", "b12"))
    assert [ways_to_place(start) for start in (mini3, mini4, b12)] == [20, 70, 2_704_156]
    assert solve.probe(mini3) is not None
    monkeypatch.setattr(tablebase.Position, "play", None)  # no placing is tried
    assert solve.probe(mini4) is None
    assert solve.probe(b12) is None


def test_a_full_disk_ends_in_an_error_and_leaves_no_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(tablebase_files.os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        SMALL.open_or_build(tmp_path, save_every=0)
    assert not list(tmp_path.iterdir())


# --- Chaupar --------------------------------------------------------------------------------------------------------


def test_a_build_of_chaupar_resumes_after_a_kill(tmp_path: Path) -> None:
    def end(done: int, line: str) -> None:
        if line.split("/")[0].strip() == "3":
            raise Ended

    with pytest.raises(Ended):
        LANES.open_or_build(tmp_path, end, save_every=0)
    reached = []
    built = LANES.open_or_build(tmp_path, lambda done, line: reached.append(int(line.split("/")[0])), save_every=0)
    assert reached[0] == 3
    assert [path.name for path in tmp_path.iterdir()] == [LANES.file_name]
    assert built.cells.tobytes() == chances().tobytes()


def test_a_wrong_chance_of_chaupar_is_found(tmp_path: Path) -> None:
    for wrong, line in ((chances() * 0.999, "an entry is wrong"), (chances() + 1.5, "an entry is not a probability")):
        cells = wrong.view(np.uint8)
        write_tablebase(in_memory(tmp_path / LANES.file_name, LANES.title, [len(cells)], cells))
        with pytest.raises(BadTablebase, match=line):
            checked(tmp_path, chaupar, 2)


def test_too_little_disk_is_an_error_before_anything_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = type("Usage", (), {"free": 10})
    monkeypatch.setattr(tablebase_files.shutil, "disk_usage", lambda path: usage)
    for key in (SMALL, LANES):
        with pytest.raises(NoRoom, match="MB of disk are needed"):
            key.open_or_build(tmp_path)
    assert not list(tmp_path.iterdir())


# --- all ------------------------------------------------------------------------------------------------------------


def test_a_table_under_another_name_is_refused(tmp_path: Path) -> None:
    SMALL.open_or_build(tmp_path)
    other = tablebase.ArmyTablebaseKey("mini3", 1, 2)
    (tmp_path / SMALL.file_name).rename(tmp_path / other.file_name)
    with pytest.raises(BadTablebase, match="the tablebase is for"):
        checked(tmp_path, barbakan)


def test_both_readings_of_mangala_are_verified(tmp_path: Path) -> None:
    for reading in ("take", "keep"):
        made_endgames(4, reading, tmp_path)
    found = {each.path.name: each.verify(100, 1, quiet).entries for each in mangala.tablebases_of(tmp_path)}
    assert found.keys() == {"mangala-take-04.table", "mangala-keep-04.table"}
    assert found["mangala-take-04.table"] > 50
    assert found["mangala-keep-04.table"] > 50


def test_positions_that_no_game_reaches_are_answered_exactly_or_refused() -> None:
    """Barbakan with missing pawns has a tablebase; Mangala with a stone too many is no position."""
    key = tablebase.ArmyTablebaseKey("mini3", 1, 2)
    values = key.build()
    for index in np.flatnonzero((values > 0) & (values < tablebase.NEVER))[::300].tolist():
        exact = solve.probe(position_of(key, index))
        assert exact is not None
        assert exact.plies == values[index]
    with pytest.raises(charkoni.BadPosition):
        charkoni.game("mangala").parse("0,0,0,1,0,2:20/1,0,0,0,0,0:25 a")
    with pytest.raises(charkoni.BadPosition):  # the game is over: b's side is empty
        charkoni.game("mangala").parse("0,0,0,1,0,2:21/0,0,0,0,0,0:24 a")


@pytest.mark.parametrize(("name", "size"), [("barbakan:board=mini3", "1,1"), ("chaupar", "0"), ("mangala", "3")])
def test_work_in_memory_leaves_no_file(tmp_path: Path, name: str, size: str) -> None:
    game = charkoni.game(name)
    solver = solve.solver_of(game.family.name)
    task = solver.tablebase(game, size, BuildOptions(tmp_path, is_in_memory=True))
    assert task.disk == 0
    assert len(task.make(lambda done, line: None).cells) > 0
    assert not list(tmp_path.iterdir())


def test_what_a_solver_does_not_have_is_refused(tmp_path: Path) -> None:
    """By the methods of the Protocol, for every game without an override; no attribute is missing."""
    options, start = BuildOptions(tmp_path), charkoni.game("focus").start()
    solver, tablebase = solve.solver_of("focus"), in_memory(tmp_path / "x", SMALL.title, [1], np.zeros(1, np.uint8))
    refused = (
        lambda: solver.tablebase(start.game, "3", options),
        lambda: solver.lead_prover(tablebase, options, 1 << 20),
        lambda: solver.even_start(start.game, 3),
        lambda: solver.moved_starts(start, 1),
        lambda: solver.write_book(lambda positions: [], start, 1, options, lambda position, leads: None),
    )
    for ask in refused:
        with pytest.raises(BadTaskRequest):
            ask()
    assert solver.tablebases_of(tmp_path) == [] and not solver.proves_leads(start.game)


def test_tablebase_tasks_of_version_1_0_warns_and_works(tmp_path: Path) -> None:
    with pytest.warns(DeprecationWarning, match="solver_of"):
        tasks = solve.tablebase_tasks("chaupar")
    assert tasks.work(charkoni.game("chaupar"), "0", BuildOptions(tmp_path)).file_name == "chaupar-1256-0.table"


def test_a_game_is_solved_by_its_own_solver() -> None:
    known = {
        name: solve.is_solved(charkoni.game(name))
        for name in ("mangala", "mangala:fortress", "mosty", "mosty:links=2", "mosty:links=2,size=3", "focus",
                     "barbakan", "barbakan:board=mini4", "barbakan:board=mini3,players=3", "chaupar", "gana")
    }  # fmt: skip
    assert [name for name, is_known in known.items() if is_known] == [
        "mangala", "mosty", "mosty:links=2,size=3", "barbakan:board=mini4", "chaupar",
    ]  # fmt: skip
