"""Tablebases of Mangala: published checksums, brute force by the rules, invariants, probing, damage."""

import contextlib
import shutil
import zlib
from functools import cache
from math import comb
from pathlib import Path

import numpy as np
import pytest
from tests.games.mangala import reference
from tests.solve.mangala import memory_tablebases

from charkoni import game, solve, tablebases
from charkoni.solve.mangala import layers, tablebase
from charkoni.solve.mangala.board_kernels import (
    FIRST,
    board_rank,
    boards_up_to,
    half_rank,
    pack,
    stones_of,
    unpack,
    unrank,
)
from charkoni.solve.mangala.layer_kernels import OFFSET
from charkoni.solve.mangala.open_tablebases import OpenTablebases
from charkoni.solve.mangala.solver import SOLVER
from charkoni.solve.mangala.tablebase import NotInTablebase, file_name, open_endgames
from charkoni.solve.mangala.verification import verify
from charkoni.solve.tablebase_files import HEADER, BadTablebase, NoRoom

pytestmark = pytest.mark.compiled_only

SUMS = {4: 0x11EDA69B, 6: 0x3B4714C2, 8: 0xB36F2BFB, 10: 0xCF1E8302, 12: 0x2E4F8E27}
"""CRC-32 of all cells up to a layer, by two independent programs."""

RESULTS = {
    4: (641, 343, 381),
    6: (6685, 1842, 3849),
    8: (40255, 13927, 21400),
    10: (198814, 50508, 103394),
    12: (771510, 200742, 379826),
}
"""Wins, draws and losses of the mover in a layer."""


def endgames(reading="take"):
    return memory_tablebases.endgames(12 if reading == "take" else 7, reading)


def layer(cells, n):
    return cells[boards_up_to(n - 1) if n else 0 : boards_up_to(n)].astype(int) - OFFSET


def boards(n):
    """Return all boards of at most n stones as twelve holes, without ranks."""

    def fill(holes, left):
        if len(holes) == 12:
            yield tuple(holes)
            return
        for stones in range(left + 1):
            yield from fill([*holes, stones], left - stones)

    return fill([], n)


def position(holes, mover="a"):
    own, other = (",".join(map(str, side)) for side in (holes[:6], holes[6:]))
    rest = 48 - sum(holes)
    sides = (f"{own}:{rest}", f"{other}:0") if mover == "a" else (f"{other}:{rest}", f"{own}:0")
    return f"{'/'.join(sides)} {mover}"


@cache
def brute_force(holes, reading):
    """Return the best difference of further stones by exhaustive search with the reference rules."""
    text = position(holes)
    best = -100
    for move in reference.moves(text):
        after = reference.play(text, move)
        (own, other), stores, mover, _ = reference.read(after)
        won = stores[0] - (48 - sum(holes)) - stores[1]
        if mover == "a":
            won += brute_force((*own, *other), reading)
        elif mover == "b":
            won -= brute_force((*other, *own), reading)
        elif reading == "keep":
            won -= 2 * rest_of(text, move)
        best = max(best, won)
    return best


def rest_of(text, move):
    """Return the stones that the owner of the empty side took at the end: positive for a, the mover."""
    banked = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reference, "write", lambda holes, stores, *_: banked.append((holes, stores)))
        patch.setattr(reference, "sum", lambda stones: 1, raising=False)  # no side counts as empty
        reference.play(text, move)
    own, other = (sum(side) for side in banked[0][0])
    return other if own == 0 else -own


def test_ranks_are_dense_and_in_order():
    seen = []
    for holes in boards(4):
        own, other = pack(holes[:6]), pack(holes[6:])
        rank = board_rank(own, other)
        halves = np.zeros(2, np.uint64)
        unrank(rank, 12, halves)
        assert (unpack(halves[0]), unpack(halves[1])) == (holes[:6], holes[6:])
        assert boards_up_to(sum(holes) - 1) * (sum(holes) > 0) <= rank < boards_up_to(sum(holes))
        seen.append(rank)
    assert sorted(seen) == list(range(comb(16, 12)))


def test_the_start_has_its_rank():
    assert board_rank(pack([4] * 6), pack([4] * 6)) < boards_up_to(48) == 1_399_358_844_975 < 2**41


def test_half_ranks_are_dense():
    halves = np.zeros(2, np.uint64)
    for rank in range(int(FIRST[6])):
        unrank(rank, 6, halves)
        assert half_rank(halves[0]) == rank
        assert FIRST[stones_of(halves[0])] <= rank < FIRST[stones_of(halves[0]) + 1]


@pytest.mark.parametrize("n", SUMS)
def test_sums_are_the_published_ones(n):
    assert endgames().tablebase.sums[n] == SUMS[n]
    assert zlib.crc32(endgames().tablebase.cells[: boards_up_to(n)]) == SUMS[n]


@pytest.mark.parametrize("n", RESULTS)
def test_results_are_the_published_ones(n):
    values = layer(endgames().tablebase.cells, n)
    assert (sum(values > 0), sum(values == 0), sum(values < 0)) == RESULTS[n]


@pytest.mark.long
def test_the_sum_of_13_stones_and_of_14():
    assert tablebase.build_in_memory(14).tablebase.sums[13:] == [0xD2B9807B, 0xDCE297CA]


@pytest.mark.parametrize("reading", ["take", "keep"])
def test_every_board_of_few_stones_equals_brute_force(reading):
    cells = endgames(reading).tablebase.cells
    for holes in boards(4):
        if any(holes[:6]) and any(holes[6:]):
            rank = board_rank(pack(holes[:6]), pack(holes[6:]))
            assert int(cells[rank]) - OFFSET == brute_force(holes, reading), holes


def test_the_readings_differ():
    assert endgames("keep").tablebase.sums[7] != endgames().tablebase.sums[7]
    assert open_title("keep") != open_title("take")


def open_title(reading):
    return endgames(reading).tablebase.title


@pytest.mark.parametrize("n", range(13))
def test_values_have_the_parity_of_the_stones_and_stay_within_them(n):
    values = layer(endgames().tablebase.cells, n)
    assert np.all((values - n) % 2 == 0)
    assert np.all(np.abs(values) <= n)


def test_threads_make_the_same_bytes(monkeypatch):
    monkeypatch.setattr(layers, "SMALL_LAYER", 10)
    assert tablebase.build_in_memory(8, threads=3).tablebase.sums == endgames().tablebase.sums[:9]


def test_an_interrupt_ends_all_threads(monkeypatch):
    monkeypatch.setattr(layers, "SMALL_LAYER", 10)
    calls = []

    def interrupt(*_):
        calls.append(1)
        if len(calls) == 20:
            raise KeyboardInterrupt

    monkeypatch.setattr(layers, "fill_phase", interrupt)
    with pytest.raises((KeyboardInterrupt, Exception)) as caught:
        tablebase.build_in_memory(8, threads=3)
    assert "Broken" in caught.type.__name__ or caught.type is KeyboardInterrupt


def test_a_build_goes_on_after_an_end_in_the_middle(tmp_path):
    done = []

    def stop(n, total):
        done.append((n, total))
        if n == 7:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        tablebase.build_file(9, folder=tmp_path, progress=stop)
    assert not (tmp_path / file_name(9, "take")).exists()
    tablebase.build_file(9, folder=tmp_path, progress=lambda n, total: done.append((n, total)))
    assert [n for n, _ in done] == list(range(10))
    assert [total for _, total in done] == endgames().tablebase.sums[:10]


def test_a_build_takes_over_a_smaller_table(tmp_path, monkeypatch):
    tablebase.build_file(7, folder=tmp_path)
    built = []
    build_layer = tablebase.build_layer
    monkeypatch.setattr(tablebase, "build_layer", lambda *work: built.append(work[2]) or build_layer(*work))
    assert tablebase.build_file(9, folder=tmp_path).tablebase.sums == endgames().tablebase.sums[:10]
    assert built == [8, 9]


def test_a_build_copies_the_undamaged_layers_of_a_damaged_table(tmp_path, monkeypatch):
    path = tablebase.build_file(7, folder=tmp_path).tablebase.path
    content = bytearray(path.read_bytes())
    content[-1] ^= 1
    path.write_bytes(content)
    built = []
    build_layer = tablebase.build_layer
    monkeypatch.setattr(tablebase, "build_layer", lambda *work: built.append(work[2]) or build_layer(*work))
    assert tablebase.build_file(9, folder=tmp_path).tablebase.sums == endgames().tablebase.sums[:10]
    assert built == [7, 8, 9]


def test_a_build_is_refused_without_memory(tmp_path, monkeypatch):
    monkeypatch.setattr("charkoni.solve.tablebase_files.free_memory", lambda: 10**6)
    with pytest.raises(NoRoom, match="4 MB of memory are needed, 1 are free"):
        tablebase.build_file(12, folder=tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_probing_gives_the_lead_of_a():
    holes = (0, 0, 1, 1, 0, 2, 1, 0, 0, 0, 0, 0)
    value = brute_force(holes, "take")
    assert value != 0
    assert endgames().lead(game("mangala").parse(position(holes))) == 43 + value
    assert endgames().lead(game("mangala").parse(position(holes, "b"))) == 43 - value


def test_compiled_probing_agrees():
    at = game("mangala").parse("0,0,0,1,0,2:20/1,0,0,0,0,0:24 a")
    assert tablebases.further(endgames().tablebase.cells, at.state[0]) == endgames().further(at)


def test_positions_outside_a_table_are_refused():
    start = game("mangala").start()
    with pytest.raises(NotInTablebase, match="48 stones are on the board, the tablebase ends with 12"):
        endgames().lead(start)
    with pytest.raises(NotInTablebase, match="tablebases are for Mangala without fortresses"):
        endgames().lead(game("mangala:fortress").start())
    over = game("mangala").parse("0,0,0,0,0,0:30/0,0,0,0,0,0:18 .")
    assert endgames().lead(over) == 12


@pytest.fixture
def own_tablebases(tmp_path):
    tablebase.made_endgames(6, folder=tmp_path)
    tablebase.made_endgames(8, folder=tmp_path)
    return OpenTablebases(tmp_path)


UNKNOWN = "5,3,4,4,4,4:0/4,4,4,4,4,4:0 a"
"""A position that is neither in a small tablebase nor in the published book."""

EIGHT = "1,0,2,0,0,1:20/0,2,0,0,1,1:20 a"


def test_the_open_tablebases_takes_the_largest_table(own_tablebases):
    at = game("mangala").parse(EIGHT)
    assert own_tablebases.lead(at) == endgames().lead(at)
    assert own_tablebases.lead(game("mangala").parse(UNKNOWN)) is None


def make_eight(monkeypatch):
    """Make 8 stones the size of the tablebase built on first use."""
    monkeypatch.setattr("charkoni.solve.mangala.open_tablebases.FIRST_USE", 8)
    made = "charkoni.solve.mangala.open_tablebases.made_endgames"
    monkeypatch.setattr(made, lambda reading, folder: tablebase.made_endgames(8, reading, folder))


def test_the_open_tablebases_makes_a_small_table_when_it_is_needed(tmp_path, monkeypatch):
    monkeypatch.setattr(tablebase, "FIRST_USE", 8)
    monkeypatch.setattr("charkoni.solve.mangala.open_tablebases.FIRST_USE", 8)
    monkeypatch.setattr(
        "charkoni.solve.mangala.open_tablebases.made_endgames",
        lambda reading, folder: tablebase.made_endgames(8, reading, folder),
    )
    own_tablebases = OpenTablebases(tmp_path / "new")
    assert own_tablebases.lead(game("mangala").parse(UNKNOWN)) is None
    assert not (tmp_path / "new").exists()
    at = game("mangala").parse(EIGHT)
    assert own_tablebases.lead(at) == endgames().lead(at)
    assert open_endgames(8, folder=tmp_path / "new").lead(at) == endgames().lead(at)


def test_tablebases_work_without_a_writable_folder(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setattr(
        "charkoni.solve.mangala.open_tablebases.made_endgames",
        lambda reading, folder: tablebase.made_endgames(8, reading, folder),
    )
    at = game("mangala").parse(EIGHT)
    assert OpenTablebases(tmp_path / "file" / "below").lead(at) == endgames().lead(at)


def test_a_damaged_table_never_answers(own_tablebases, monkeypatch):
    largest = own_tablebases.folder / file_name(8, "take")
    content = bytearray(largest.read_bytes())
    content[HEADER + boards_up_to(8) - 1] ^= 4  # in the layer of 8 stones
    largest.write_bytes(content)
    monkeypatch.setattr(
        "charkoni.solve.mangala.open_tablebases.made_endgames", lambda reading, folder: pytest.fail("not needed")
    )
    assert own_tablebases.lead(game("mangala").parse(EIGHT)) is None
    six = game("mangala").parse("1,0,2,0,0,1:21/0,0,0,0,1,1:21 a")
    assert own_tablebases.lead(six) == endgames().lead(six)
    with pytest.raises(BadTablebase, match="section 8 of the tablebase is damaged"):
        open_endgames(8, folder=own_tablebases.folder).lead(game("mangala").parse(EIGHT))


def test_a_truncated_table_is_passed_over(own_tablebases):
    largest = own_tablebases.folder / file_name(8, "take")
    largest.write_bytes(largest.read_bytes()[:-1])
    assert own_tablebases.lead(game("mangala").parse(EIGHT)) is None


def test_a_table_of_the_other_reading_is_refused(tmp_path):
    tablebase.made_endgames(4, "keep", tmp_path)
    shutil.move(tmp_path / file_name(4, "keep"), tmp_path / file_name(4, "take"))
    with pytest.raises(BadTablebase, match="leaves the rest"):
        open_endgames(4, folder=tmp_path)


def test_probe_and_perfect_move_name_no_game(monkeypatch, own_tablebases):
    monkeypatch.setattr(SOLVER, "tablebases", {"take": own_tablebases})
    at = game("mangala").parse(EIGHT)
    exact = solve.probe(at)
    assert exact is not None
    assert exact.lead == endgames().lead(at)
    assert exact.points[0] == (1 if exact.lead > 0 else 0 if exact.lead < 0 else 0.5)
    best = solve.perfect_move(at)
    assert best is not None
    assert solve.explore(at)[best].lead == exact.lead
    assert solve.perfect_move(game("mangala").parse(UNKNOWN)) is None
    assert solve.perfect_move(game("mangala").start()) == "5"  # by the published book
    assert solve.probe(game("mangala:fortress").start()) is None
    assert solve.perfect_move(game("mangala:fortress").start()) is None


def test_perfect_play_keeps_the_value_to_the_end(monkeypatch, own_tablebases):
    monkeypatch.setattr(SOLVER, "tablebases", {"take": own_tablebases})
    at = game("mangala").parse(EIGHT)
    lead = endgames().lead(at)
    while at.moves:
        move = solve.perfect_move(at)
        assert move is not None
        at = at.play(move)
        assert solve.probe(at).lead == lead
    assert solve.probe(at).plies == 0
    assert solve.perfect_move(at) is None


def test_verifying_finds_no_fault_in_a_right_table():
    found = verify(endgames(), 2000)
    assert found.entries > 1500
    assert found.played_out > 300


def test_verifying_finds_a_wrong_entry_whose_checksum_is_right(tmp_path):
    wrong = tablebase.build_in_memory(8)
    place = int(board_rank(pack([0, 0, 1, 0, 2, 0]), pack([1, 1, 0, 0, 0, 2])))
    wrong.tablebase.cells[place] ^= 2
    wrong.tablebase.sums[:] = []
    from charkoni.solve.tablebase_files import in_memory

    again = in_memory(tmp_path / "t", wrong.tablebase.title, wrong.tablebase.ends, wrong.tablebase.cells)
    with pytest.raises(BadTablebase, match=r"wrong entries: [0-9]+, the first is 0,0,1,0,2,0:41/1,1,0,0,0,2:0 a"):
        verify(type(wrong)(again, 8, "take"), None)


def test_verifying_plays_small_boards_out(tmp_path, monkeypatch):
    """A tablebase built by a wrong rule is consistent; lines played to the end show the fault."""
    other = tablebase.build_in_memory(6, "keep")
    monkeypatch.setattr("charkoni.solve.mangala.verification._check", lambda endgames, ranks: 0)
    with pytest.raises(BadTablebase, match="wrong entries"):
        verify(type(other)(other.tablebase, 6, "take"))


def test_a_table_of_the_other_reading_is_verified_by_the_rules_of_its_game():
    found = verify(endgames("keep"), 2000)
    assert found.entries > 1500
    assert found.played_out > 300


@pytest.mark.parametrize("reading", ["take", "keep"])
def test_the_perfect_player_uses_the_tables_of_the_game(monkeypatch, reading):
    opened = {each: OpenTablebases(reading=each) for each in ("take", "keep")}
    for each, own in opened.items():
        own._used, own._books = endgames(each), ()
    monkeypatch.setattr(SOLVER, "tablebases", opened)
    at = game(f"mangala:rest={reading}").parse("0,0,0,0,0,1:20/2,0,2,0,0,0:23 a")
    assert solve.perfect_move(at) == "6"
    assert solve.probe(at).lead == (2 if reading == "take" else -6)
    assert solve.probe(at).lead == solve.probe(at.play("6")).lead


def test_a_game_in_which_the_first_stone_goes_on_has_no_tablebases():
    for name in ("mangala:first=on", "mangala:first=on,rest=keep", "mangala:fortress,rest=keep"):
        at = game(name).start() if "fortress" in name else game(name).parse(EIGHT)
        assert not solve.is_solved(at.game)
        assert solve.endings(at.game) is None
        assert solve.probe(at) is None
        assert solve.perfect_move(at) is None


def test_the_usual_folder_is_the_users(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    with contextlib.suppress(AssertionError):  # other systems have other folders
        assert tablebases.tablebase_folder() == Path(tmp_path) / "charkoni" / "tables"
    assert tablebases.tablebase_folder().name == "tables"
