"""`charkoni match`."""

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.cli.conftest import Cli
from tests.web.conditions import is_at_work, wait_until

from charkoni.arena import match_runner as arena_match
from charkoni.arena.match import Match
from charkoni.cli.commands.arena import match
from charkoni.core.files.installation import install_command

GAME = ("--game", "mosty:size=3")


def test_a_match_is_reported_and_kept(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    code, out, err = cli("match", "mcts:20", "random", *GAME, "--games", 3, "--out", path)
    assert (code, err) == (0, f"The games are kept in {path}\n")
    assert out.startswith("mosty:size=3: A is mcts:20, B is random; seed 1\ngames: 4, openings: 2; A won ")
    for part in (
        "A's lead: ",
        "pairs by A's points 0, 1/2, 1, 3/2, 2: ",
        "A in seat a: ",
        "ended by: the shores are joined 4",
    ):
        assert part in out
    assert len(path.read_text().splitlines()) == 5
    again = cli("match", "mcts:20", "random", *GAME, "--games", 4, "--out", path)
    assert (again.out, again.err) == (out, f"4 games are in {path} already.\n")


def test_a_match_with_dice_is_reported_without_luck_too(cli: Cli, tmp_path: Path) -> None:
    game = ("--game", "chaupar", "--games", 2)
    code, out, _ = cli("match", "greedy", "random", *game, "--out", tmp_path / "match.jsonl")
    assert code == 0
    plain, without = out.splitlines()[3:5]
    assert plain.startswith("A's lead: ")
    assert without.startswith("without the luck of the throws: ")
    assert " of the points; " in without
    assert "luck" not in cli("match", "mcts:20", "random", *GAME, "--games", 2, "--out", tmp_path / "other.jsonl").out


def test_without_a_file_the_same_match_has_the_same_place(cli: Cli) -> None:
    first = cli("match", "random", "random", *GAME, "--games", 2)
    place = first.err.removeprefix("The games are kept in ").strip()
    assert Path(place).parent.name == "matches"
    assert cli("match", "random", "random", *GAME, "--games", 2).err == f"2 games are in {place} already.\n"
    assert cli("match", "random", "random", *GAME, "--games", 2, "--seed", 2).err != f"The games are kept in {place}\n"


def test_the_result_as_json(cli: Cli, tmp_path: Path) -> None:
    out = cli("match", "mcts:20", "random", *GAME, "--games", 2, "--json", "--out", tmp_path / "m").out
    found = json.loads(out)
    assert (found["game"], found["games"], found["seed"]) == ("mosty:size=3", 2, 1)


def test_a_test_ends_the_match(cli: Cli, tmp_path: Path) -> None:
    out = cli("match", "mcts:30", "random", *GAME, "--sprt", "0,400", "--most", 100, "--out", tmp_path / "m").out
    assert "test of 0 against 400 Elo: LLR " in out
    assert "; decided: A's lead is rather 400 than 0\n" in out


def test_three_players(cli: Cli, tmp_path: Path) -> None:
    game = "barbakan:board=mini3,players=3"
    out = cli("match", "random", "random", "--game", game, "--games", 1, "--out", tmp_path / "m").out
    assert "games: 6, openings: 1" in out
    assert "A in seat ab: " in out
    assert "pairs" not in out


BAD = [
    ("mcts:0 random", "charkoni: 'mcts:0': a budget must be more than nothing"),
    ("mcts:1s deep", "charkoni: 'deep': there is no such player"),
    ("random random --games 0", "charkoni: --games: the number is too small"),
    ("random random --games 4 --sprt 0,20", "charkoni: '--sprt --games': a match has a number of games or a test"),
    ("random random --most 4", "charkoni: '--most': --most goes with --sprt"),
    ("random random --sprt 20,0", "charkoni: '20,0': a test is two leads in Elo, the smaller first"),
    ("random random --sprt 5", "charkoni: '5': a test is two leads in Elo, the smaller first"),
    ("random random --sprt nan,3", "charkoni: 'nan,3': a test is two leads in Elo"),
    ("random random --time 1s", "charkoni: '--time 1s': neither player accepts a budget"),
    ("mcts random --time 0s", "charkoni: 'mcts:0s': a budget must be more than nothing"),
    ("mcts random --time 500", "charkoni: '--time 500': a time is written as in --time 500ms, --time 2s"),
    ("mcts:1s random --time 1s", "charkoni: '--time 1s': mcts:1s already has a budget"),
    ("random random --processes 0", "charkoni: --processes: the number is too small"),
    ("random random --out /", "charkoni: /: this is a folder, not a file"),
    ("random random --out /dev/null/x", "charkoni: /dev/null: "),
]


@pytest.mark.parametrize(("line", "message"), BAD, ids=[line for line, _ in BAD])
def test_bad_matches_get_one_line(cli: Cli, line: str, message: str) -> None:
    code, out, err = cli("match", *GAME, *line.split())
    assert (code, out) == (2, "")
    assert err.startswith(message)
    assert err.count("\n") == 1


def test_a_match_needs_a_game(cli: Cli) -> None:
    assert cli("match", "random", "random").err.startswith("charkoni: --game is missing")
    assert cli("match", "random", "random", "--game", "mangla").err.startswith(
        "charkoni: 'mangla': no such game; did you"
    )


def test_another_match_in_the_file_is_refused(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    cli("match", "random", "random", *GAME, "--games", 2, "--out", path)
    code, _, err = cli("match", "mcts:20", "random", *GAME, "--games", 2, "--out", path)
    assert code == 2
    assert err == f"charkoni: '{path}': the file contains something else: its a is random, not mcts:20\n"


def test_ray_that_is_not_installed(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    code, out, err = cli("match", "random", "random", *GAME, "--ray", "auto")
    assert (code, out) == (2, "")
    assert err == f"charkoni: 'auto': many machines need Ray: {install_command('ray')}\n"


def test_openings_are_evaluated_with_the_given_number_of_nodes(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    command = ["match", "random", "random", "--game", "mangala", "--games", 2, "--out", path]
    assert cli(*command, "--judge", 500).code == 0
    assert json.loads(path.read_text(encoding="utf-8").splitlines()[0])["judge"] == 500
    code, _, err = cli(*command)  # other openings: not the same match
    assert (code, "judge" in err) == (2, True)
    assert cli(*command, "--judge", 0).code == 2


def test_ctrl_c_loses_no_finished_game(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, added = tmp_path / "m.jsonl", []
    add = arena_match.MatchScore.add

    def interrupted(match_score: object, line: object) -> None:
        added.append(line)
        add(match_score, line)  # type: ignore[arg-type]
        if len(added) == 3:
            raise KeyboardInterrupt

    monkeypatch.setattr(arena_match.MatchScore, "add", interrupted)
    code, out, err = cli("match", "random", "random", *GAME, "--games", 8, "--out", path)
    assert code == 130
    assert err.endswith("Stopped; all finished games are saved, and the same command continues.\n")
    assert "games: 2, openings: 1" in out
    monkeypatch.setattr(arena_match.MatchScore, "add", add)
    assert "games: 8, openings: 4" in cli("match", "random", "random", *GAME, "--games", 8, "--out", path).out


@contextlib.contextmanager
def going_on(path: Path) -> Iterator[subprocess.Popen[str]]:
    """Run a match of two processes in a session of its own, until some games are stored."""
    words = ["match", "mcts:500", "mcts:500", *GAME, "--games", "200", "--processes", "2", "--out", str(path)]
    program = subprocess.Popen(
        [sys.executable, "-m", "charkoni", *words],
        env=os.environ,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        deadline = time.monotonic() + 60
        while not path.exists() or path.read_bytes().count(b"\n") < 4:
            assert time.monotonic() < deadline and program.poll() is None
            time.sleep(0.02)
        yield program
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(program.pid, signal.SIGKILL)
        program.communicate()


@pytest.mark.compiled_only
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")
def test_a_match_that_is_killed_goes_on(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    with going_on(path) as program:
        children = Path(f"/proc/{program.pid}/task/{program.pid}/children").read_text().split()
        os.kill(program.pid, signal.SIGKILL)
        program.wait()
        wait_until(lambda: not any(is_at_work(int(child)) for child in children))
    assert len(children) >= 2
    kept = path.read_bytes().count(b"\n") - 1
    assert 3 <= kept < 200
    code, out, err = cli("match", "mcts:500", "mcts:500", *GAME, "--games", 4, "--out", path)
    assert code == 0
    assert f"{kept} games are in {path} already." in err
    assert "games: 4, openings: 2" in out


@pytest.mark.long  # its twin: test_ctrl_c_loses_no_finished_game
@pytest.mark.compiled_only
@pytest.mark.skipif(not hasattr(os, "killpg"), reason="no groups of processes there")
def test_ctrl_c_ends_all_processes_in_silence(tmp_path: Path) -> None:
    """In a terminal all processes get the signal; only the parent prints."""
    with going_on(tmp_path / "m.jsonl") as program:
        os.killpg(program.pid, signal.SIGINT)
        _, err = program.communicate(timeout=60)
    assert program.returncode == 130
    assert err.splitlines()[-1] == "Stopped; all finished games are saved, and the same command continues."
    assert "Traceback" not in err
    assert "Traceback" not in err


def test_ctrl_c_while_a_player_is_compiled_takes_effect_afterwards(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = []

    class Player:
        """A player whose compiler swallows an exception of Ctrl-C."""

        def prepare(self, _: object) -> None:
            with contextlib.suppress(KeyboardInterrupt):
                signal.raise_signal(signal.SIGINT)
                compiled.append("whole")

    monkeypatch.setattr(match, "contestant", lambda _: Player())
    with pytest.raises(KeyboardInterrupt):
        match.prepare(Match("mosty", "random", "random", 2, 1))
    assert compiled == ["whole"]


def test_a_match_by_the_book_is_as_long_as_the_book(cli: Cli) -> None:
    command = ("match", "random", "random", "--book", "--game")
    assert cli(*command, "mosty:size=2").code == 2
    assert cli(*command, "mosty", "--judge", 500).code == 2
    assert "32" in cli(*command, "mosty", "--games", 34).err
