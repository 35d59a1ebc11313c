"""The commands whose work is handed out: the same output and the same files, whoever does it."""

import os
import re
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.cli.conftest import Cli, cli

import charkoni
from charkoni import Record

__all__ = ["cli"]
pytestmark = [pytest.mark.compiled_only, pytest.mark.long]

GAMES = ("4 6 3 1 2", "1 2 3 4 5 6", "5 3 1 2 6 4")


@pytest.fixture
def records(tmp_path: Path) -> Path:
    """A folder of records."""
    folder = tmp_path / "records"
    folder.mkdir()
    for number, moves in enumerate(GAMES):
        record = Record(charkoni.game("mangala"))
        for move in moves.split():
            if record.turn >= 0 and move in record.position.moves:
                record.play(move)
        (folder / f"{number}.charkoni").write_text(str(record), encoding="utf-8")
    return folder


def commands(records: Path, folder: Path) -> dict[str, tuple[object, ...]]:
    """Return the commands by name; each writes its files into a folder."""
    tables = ("--folder", folder.parent / "tables")
    return {
        "tune": ("tune", "mosty:size=3", "--games", 6, "--nodes", 30, "--out", folder / "tuning.jsonl"),
        "ladder": ("ladder", "mosty:size=3", "random", "level=1", "--games", 6, "--out", folder / "ladder"),
        "greedy": ("tune", "chaupar", "--games", 300, "--nodes", 0),
        "puzzles": ("puzzles", records, "--nodes", 200, "--out", folder / "puzzles.jsonl", "--best", 5),
        "analyse": ("analyse", records, "--nodes", 200, "--out", folder / "analysis.jsonl", "--json"),
        "fair": ("solve", "starts", "mangala", 1, "--tablebase", 8, "--each", 1, *tables),
        "openings": ("solve", "prove", "mangala", "--tablebase", 8, "--each", 1, "--openings", *tables),
        "book": ("solve", "book", "mangala", 3, "--tablebase", 8, "--each", 1, *tables),
        "proofs": ("solve", "prove", "mosty:size=3", "--openings"),
    }


def without_times(text: str) -> str:
    """Return output without the lines about nodes, seconds and paths."""
    return "\n".join(line for line in text.splitlines() if not line.endswith(" s") and "CRC-32" not in line)


def compare(cli: Cli, records: Path, folder: Path, name: str, options: tuple[object, ...]) -> None:
    """Run a command in this process, then by workers: output and files are the same."""
    outputs, files = [], []
    cli("solve", "tablebase", "mangala", 8, "--folder", folder / "tables")
    for place, more in (("here", ()), ("workers", options)):
        own = folder / place
        own.mkdir()
        book = folder / "tables" / "mangala-take.book"
        book.unlink(missing_ok=True)
        code, out, err = cli(*commands(records, own)[name], *more)
        assert code == 0, err
        outputs.append(without_times(out).replace(str(own), ""))
        kept = sorted(path for path in own.rglob("*") if path.is_file()) + ([book] if book.exists() else [])
        files.append({path.name: comparable(path) for path in kept})
    assert outputs[0] == outputs[1]
    assert files[0] == files[1]
    assert outputs[0]


def comparable(path: Path) -> list[bytes]:
    """Return the lines of a file, of a journal without the first one, which has a date, and without checksums."""
    lines = path.read_bytes().splitlines()
    if path.suffix == ".book":
        return lines
    results = [line.partition(b',"check"')[0] for line in lines[1:]]
    return sorted(map(without_duration, results)) if path.parent.name == "ladder" else results


def without_duration(line: bytes) -> bytes:
    """Return a game of a ladder without its times; games are numbered, and kept in the order in which they end."""
    return re.sub(rb'"(seconds|slowest|late)":\[[^]]*\],', b"", line)


NAMES = ("tune", "ladder", "greedy", "puzzles", "analyse", "fair", "openings", "book", "proofs")


@pytest.mark.parametrize("name", NAMES)
def test_two_processes_do_what_one_does(cli: Cli, records: Path, tmp_path: Path, name: str) -> None:
    compare(cli, records, tmp_path, name, ("--processes", 2))


# --- a Ray cluster of two nodes ---------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """A cluster of two nodes on this machine, one core each."""
    pytest.importorskip("ray", reason="Ray is an extra of its own")
    from ray.cluster_utils import Cluster

    before = os.environ.get("PYTHONPATH")
    os.environ["PYTHONPATH"] = str(Path(charkoni.__file__).parent.parent)
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    cluster.second = cluster.add_node(num_cpus=1)
    yield cluster
    import ray

    ray.shutdown()
    cluster.shutdown()
    if before is None:
        del os.environ["PYTHONPATH"]
    else:
        os.environ["PYTHONPATH"] = before


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", NAMES)
def test_a_cluster_does_what_one_process_does(cli: Cli, records: Path, tmp_path: Path, name: str, cluster: Any) -> None:
    compare(cli, records, tmp_path, name, ("--ray", cluster.address))


@pytest.mark.filterwarnings("ignore")
def test_a_node_that_is_killed_costs_no_game(cli: Cli, tmp_path: Path, cluster: Any) -> None:
    """Last in this file: the second node is gone afterwards."""
    path, here = tmp_path / "cluster.jsonl", tmp_path / "here.jsonl"
    words = ("match", "mcts:3000", "mcts:2000", "--game", "mosty:size=4", "--games", 16)
    killed = []

    def kill() -> None:
        deadline = time.monotonic() + 300
        while not (path.exists() and path.read_bytes().count(b"\n") >= 4):
            if time.monotonic() > deadline:
                return
            time.sleep(0.02)
        cluster.remove_node(cluster.second, allow_graceful=False)
        killed.append(path.read_bytes().count(b"\n") - 1)

    killer = threading.Thread(target=kill)
    killer.start()
    code, _, err = cli(*words, "--ray", cluster.address, "--out", path)
    killer.join()
    assert code == 0, err
    assert killed and killed[0] < 16
    assert cli(*words, "--out", here).code == 0

    def games(file: Path) -> set[str]:
        lines = file.read_text(encoding="utf-8").splitlines()[1:]
        return {line.partition('"record":')[2].partition(',"check"')[0] for line in lines}

    assert games(path) == games(here)
    assert len(path.read_text(encoding="utf-8").splitlines()) == 17
