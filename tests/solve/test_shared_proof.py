"""Proofs shared by workers: the winner that one search finds, whoever works, and after a kill."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.solve.mosty.test_two_bridges_kernels import reached

from charkoni import OVER
from charkoni.core.files.journal import BadJournal
from charkoni.core.workers import ProcessRunner, run_here
from charkoni.solve import prove, solver_of
from charkoni.solve.shared_proof import SharedProof

pytestmark = pytest.mark.compiled_only
MEMORY = 1 << 16


class Killed(Exception):
    """Raised in the middle of a proof."""


def winner_by_one_search(position: Any) -> int:
    value = prove(position, 10**7)
    assert value is not None
    return value.points.index(1)


@pytest.mark.parametrize(("plies", "nodes", "seed"), [(4, 3000, 0), (6, 300, 2), (6, 300, 4), (8, 40, 2), (10, 4, 5)])
def test_the_winner_is_that_of_one_search(tmp_path: Path, plies: int, nodes: int, seed: int) -> None:
    position = reached("mosty:links=2,size=4", plies, seed)
    proof = SharedProof(position, tmp_path / "proof.jsonl", nodes, MEMORY)
    assert proof.winner(run_here) == winner_by_one_search(position)


def test_workers_share_a_proof(tmp_path: Path) -> None:
    position = reached("mosty:links=2,size=4", 6, 2)
    proof = SharedProof(position, tmp_path / "proof.jsonl", 300, MEMORY)
    assert proof.winner(ProcessRunner(2)) == winner_by_one_search(position)


def test_a_killed_proof_goes_on_and_does_nothing_twice(tmp_path: Path) -> None:
    position, path, done = reached("mosty:links=2,size=4", 6, 2), tmp_path / "proof.jsonl", []

    def killed(do: Any, tasks: Iterator[Any]) -> Iterator[Any]:
        for number, task in enumerate(tasks):
            if number == 5:
                raise Killed
            yield do(task)

    def counted(do: Any, tasks: Iterator[Any]) -> Iterator[Any]:
        for task in tasks:
            done.append(task.position)
            yield do(task)

    with pytest.raises(Killed):
        SharedProof(position, path, 300, MEMORY).winner(killed)
    kept = path.read_text().count("\n") - 1
    assert kept == 5
    resumed = SharedProof(position, path, 300, MEMORY)
    assert resumed.winner(counted) == winner_by_one_search(position)
    whole: list[tuple[int, int]] = []
    anew = SharedProof(position, tmp_path / "anew.jsonl", 300, MEMORY, lambda *counts: whole.append(counts))
    anew.winner(run_here)
    assert len(done) + kept == whole[-1][0] > 10
    assert resumed.total_nodes == anew.total_nodes
    again = SharedProof(position, path, 300, MEMORY)
    done.clear()
    assert again.winner(counted) == winner_by_one_search(position) and not done
    with pytest.raises(BadJournal):
        SharedProof(reached("mosty:links=2,size=4", 4, 2), path, 300, MEMORY).winner(run_here)


def test_a_bounded_table_changes_no_answer() -> None:
    """Size 5 needs both words of a key; tables of 2 entries and of 2 MB agree."""
    for seed in range(12):
        position = reached("mosty:links=2,size=5", 24, seed)
        if position.turn != OVER:
            small, large = (solver_of("mosty").prove(position, 10**7, memory) for memory in (32, 1 << 21))
            assert small and large and small.value == large.value
            assert small.nodes >= large.nodes
