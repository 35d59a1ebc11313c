"""Proofs above a tablebase: known values, agreement with the tablebases, threads, checkpoints, principal variations."""

import dataclasses
import os
import signal
import subprocess
import sys
import time

import numpy as np
import pytest
from bench.mangala_move_ordering import fitted, sampled
from tests.solve.mangala.memory_tablebases import endgames

from charkoni import game
from charkoni.core.constants import OVER
from charkoni.solve.mangala import search, tablebase
from charkoni.solve.mangala.board_kernels import pack
from charkoni.solve.mangala.move_ordering import COUNTED, HOLE_VALUES
from charkoni.solve.mangala.search import Prover
from charkoni.solve.mangala.tablebase import READINGS, Endgames
from charkoni.solve.mangala.transposition_kernels import WAYS, high_of, hole_of, low_of, merge, probe, store
from charkoni.solve.mangala.verification_kernels import boards_with_both, set_board
from charkoni.solve.tablebase_files import HEADER, BadTablebase, NoRoom

pytestmark = pytest.mark.compiled_only

MEMORY = 1 << 22


def start(each):
    holes, store = ",".join([str(each)] * 6), 24 - 6 * each
    return game("mangala").parse(f"{holes}:{store}/{holes}:{store} a")


def prover(stones, reading="take", **more):
    return Prover(endgames(stones, reading), MEMORY, **more)


@pytest.mark.parametrize(("each", "lead"), [(1, 0), (2, 2)])
@pytest.mark.parametrize("threads", [1, 2])
def test_small_starts_have_the_known_values(each, lead, threads):
    assert prover(8, threads=threads).lead(start(each)) == lead


@pytest.mark.parametrize(("each", "lead"), [(1, 2), (2, 2)])
def test_small_starts_have_the_known_values_in_the_other_reading(each, lead):
    assert prover(8, "keep").lead(start(each)) == lead


@pytest.mark.long
@pytest.mark.parametrize(("reading", "lead"), [("take", 2), ("keep", 0)])
def test_three_stones_per_hole(reading, lead):
    found = Prover(tablebase.build_in_memory(17, reading, threads=2), 1 << 29, threads=2)
    assert found.lead(start(3)) == lead


@pytest.mark.parametrize("reading", ["take", "keep"])
def test_move_ordering_follows_the_hole_values(reading):
    hole_values = HOLE_VALUES[list(READINGS).index(reading)]
    holes = [0, 1, 4, 6, 13, 2, 5, 0, 0, 3, 1, 1]
    own, other = pack(holes[:6]), pack(holes[6:])
    wanted = sum(int(hole_values[hole, stones]) for hole, stones in enumerate(holes))
    assert search.guess(own, other, READINGS[reading]) == wanted
    rows = hole_values[:, COUNTED - 5 : COUNTED]
    assert (abs(np.diff(hole_values[:, COUNTED - 1 :]) - np.diff(rows).mean(axis=1)[:, None]) <= 1).all()


def test_hole_values_are_fitted_to_the_values_of_boards():
    boards, values = sampled(endgames(9), 2000, 1)
    hole_values = fitted(boards, values)
    off = values - hole_values[np.arange(12), np.minimum(boards, COUNTED)].sum(axis=1)
    linear = values - boards @ np.linalg.lstsq(boards, values, rcond=None)[0]
    assert off.std() < 0.97 * linear.std() and linear.std() < values.std()
    assert hole_values[5, 1] > hole_values[5, 0]  # one stone before the store is another move


@pytest.mark.parametrize("reading", ["take", "keep"])
def test_a_search_agrees_with_the_table(reading):
    """Boards of 6 to 9 stones, searched with a tablebase of 3."""
    cells = tablebase.build_in_memory(9, reading).tablebase
    rng, searching = np.random.default_rng(7), prover(3, reading)
    ranks, state = rng.integers(cells.ends[5], cells.ends[9], 150), game("mangala").blank()
    halves = np.zeros(2, np.uint64)
    for rank in ranks[: boards_with_both(ranks, halves)]:
        set_board(state[0], rank, halves)
        at = game("mangala").start().of_state(game("mangala"), state)
        wanted = Endgames(cells, 9, reading).lead(at)
        assert searching.lead(at) == wanted, str(at)
        assert searching.leads_by(at, wanted)
        assert not searching.leads_by(at, wanted + 1)
        mirrored = game("mangala").parse(mirror(str(at)))
        assert searching.lead(mirrored) == -wanted


def mirror(text):
    sides, mover = text.split(" ")
    first, second = sides.split("/")
    return f"{second}/{first} {'b' if mover == 'a' else 'a'}"


def test_a_position_that_is_over_needs_no_search():
    over = game("mangala").parse("0,0,0,0,0,0:30/0,0,0,0,0,0:18 .")
    found = prover(3)
    assert (found.lead(over), found.leads_by(over, 12), found.leads_by(over, 13), found.nodes) == (12, True, False, 0)


def test_values_of_all_first_moves():
    assert prover(8).values(start(1)) == {"1": -2, "2": 0, "3": 0, "4": 0, "5": -2, "6": 0}


def test_a_line_keeps_the_value_and_answers_every_other_move():
    searching, at = prover(4), start(1)
    lead = searching.lead(at)
    for step in searching.line(at):
        assert step.position == at
        assert sorted([step.move, *step.equal, *step.refuted]) == list(at.moves)
        for move in (step.move, *step.equal):
            assert searching.lead(at.play(move)) == lead
        for move, reply in step.refuted.items():
            child = at.play(move)
            assert (reply is None) == (child.turn in (at.turn, OVER))
            shown = child.play(reply) if reply else child
            assert (searching.lead(shown) - lead) * (1 if at.turn == 0 else -1) < 0
        at = at.play(step.move)
    store = at.state[0].store
    assert int(store[0]) - int(store[1]) == lead


def test_stored_entries_are_read_back():
    memory = np.zeros(1 << 10, np.uint64)
    store(memory, 1_399_358_844_974, -48, 46, 5, 1 << 40)
    entry = np.uint64(probe(memory, 1_399_358_844_974))  # a Python int would be taken for an int64
    assert (low_of(entry), high_of(entry), hole_of(entry)) == (-48, 46, 5)
    store(memory, 1_399_358_844_974, 2, 48, 7, 1)
    entry = np.uint64(probe(memory, 1_399_358_844_974))  # a Python int would be taken for an int64
    assert (low_of(entry), high_of(entry), hole_of(entry)) == (2, 46, 5)
    assert probe(memory, 17) == 0


def test_in_a_full_bucket_the_cheapest_entry_is_replaced():
    memory = np.zeros(WAYS, np.uint64)
    for rank in range(1, WAYS + 1):
        store(memory, rank, 0, 2, 1, 1 << (10 - rank))
    store(memory, 99, 0, 4, 1, 1)
    assert probe(memory, WAYS) == 0
    assert high_of(probe(memory, 99)) == 4
    assert all(probe(memory, rank) for rank in range(1, WAYS))


def test_a_memory_of_another_size_is_taken_over():
    small, large = np.zeros(1 << 8, np.uint64), np.zeros(1 << 12, np.uint64)
    for rank in range(1, 50):
        store(small, rank, -2, rank % 40, 3, 5)
    merge(large, small)
    assert all(high_of(probe(large, rank)) == rank % 40 for rank in range(1, 50))


def test_a_proof_goes_on_from_its_checkpoint(tmp_path):
    path = tmp_path / "two.proof"
    first = prover(8, checkpoint=path)
    assert first.lead(start(2)) == 2
    first.save()
    second = prover(8, checkpoint=path)
    assert second.lead(start(2)) == 2
    assert second.nodes < 100 < 10_000 < first.nodes
    smaller = Prover(endgames(8), MEMORY // 2, checkpoint=path)
    assert smaller.lead(start(2)) == 2


def test_a_checkpoint_is_saved_now_and_then(tmp_path, monkeypatch):
    monkeypatch.setattr(search, "ROUND", 50)
    path, on_leads = tmp_path / "two.proof", []
    searching = Prover(endgames(4), 1 << 14, checkpoint=path, save_every=0.0, progress=on_leads.append)
    searching.lead(start(1))
    assert path.exists()
    assert [now.nodes for now in on_leads] == sorted(now.nodes for now in on_leads)
    assert on_leads[-1].nodes >= 50
    assert 0 < on_leads[-1].used <= 1


def test_a_checkpoint_of_the_other_reading_is_refused(tmp_path):
    path = tmp_path / "two.proof"
    prover(4, checkpoint=path).save()
    with pytest.raises(BadTablebase, match="leaves the rest"):
        prover(4, "keep", checkpoint=path)


def test_a_damaged_checkpoint_is_refused(tmp_path):
    path = tmp_path / "two.proof"
    prover(4, checkpoint=path).save()
    content = bytearray(path.read_bytes())
    content[HEADER + 12345] ^= 1
    path.write_bytes(content)
    with pytest.raises(BadTablebase, match="section 0 of the tablebase is damaged"):
        prover(4, checkpoint=path)


def test_a_damaged_table_proves_nothing():
    good = endgames(6).tablebase
    bad = dataclasses.replace(
        endgames(6), tablebase=type(good)(good.path, good.title, good.ends, good.sums, good.cells.copy())
    )
    bad.tablebase.cells[3000] ^= 1
    with pytest.raises(BadTablebase, match="section 5"):
        Prover(bad, MEMORY)


def test_too_much_memory_is_refused():
    with pytest.raises(NoRoom, match="MB of memory are needed"):
        Prover(endgames(4), 1 << 60)


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs SIGKILL")
@pytest.mark.long
def test_a_kill_leaves_a_checkpoint_to_go_on_with(tmp_path):
    path = tmp_path / "three.proof"
    command = [sys.executable, "-m", "charkoni", "solve", "mangala", "--tablebase", "12", "--value", "--each", "3"]
    command += ["--in-memory", "--memory", "64", "--checkpoint", str(path), "--save-every", "1"]
    with subprocess.Popen(command, env=dict(os.environ), stdout=subprocess.DEVNULL) as process:
        until = time.monotonic() + 300
        while not path.exists() and time.monotonic() < until:
            time.sleep(0.5)
        process.kill()
    going_on = Prover(endgames(12), 1 << 26, checkpoint=path)
    assert np.count_nonzero(going_on.transpositions) > 1000
