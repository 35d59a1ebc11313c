"""Programs of others in matches: what they are asked, and how they lose when they fail."""

import importlib.util
import inspect
import sys
from pathlib import Path

import pytest
from tests.web.conditions import is_at_work, wait_until

from charkoni import Record, game
from charkoni.arena import Match, MatchScore, enter, play, run_here
from charkoni.arena.contestants import contestant, takes_budget
from charkoni.arena.external_programs import BAD_ANSWER, CRASH, TIMEOUT, ExternalPlayer, program_of
from charkoni.core.record import FORFEIT, TIME
from charkoni.players import BadPlayer, decide

EXAMPLE = Path(__file__).parents[2] / "examples" / "players" / "line_player.py"
GAME = "mosty:size=3"
READY = "import sys\nprint('ready', flush=True)\nfor line in sys.stdin:\n    if line.startswith('go'):\n        "


def program(folder: Path, reply: str, budget: str = "10s") -> str:
    """Return the name of a player that replies in this way to `go`."""
    path = folder / "program.py"
    path.write_text(READY + reply, encoding="utf-8")
    return f"cmd:{sys.executable} -S {path}:{budget}"


def played(spec: str, games: int = 2) -> MatchScore:
    return play(Match(GAME, spec, "random", games=games, seed=1), run_here)


def test_the_example_of_the_documents_plays_a_match() -> None:
    score = played(f"cmd:{sys.executable} -S {EXAMPLE}:10s")
    assert (score.games, score.faults("A")) == (2, [])
    assert {line["reason"] for line in score.lines} == {"joined"}
    assert len(EXAMPLE.read_text(encoding="utf-8").splitlines()) <= 30


FAULTS = {
    "crash": ("sys.exit('out of ideas')", CRASH, "it ended with exit status 1; standard error: out of ideas"),
    "silent": ("pass", TIMEOUT, "no answer in time: "),
    "illegal": ("print('move a9', flush=True)", BAD_ANSWER, "no legal move in '3/2/3/2/3 a'"),
    "nonsense": ("print('I resign', flush=True)", BAD_ANSWER, "this is no move: 'I resign'"),
    "number": ("print('move a1 value high', flush=True)", BAD_ANSWER, "value or nodes is no number"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_program_that_fails_loses_with_the_reason(tmp_path: Path, name: str) -> None:
    reply, kind, text = FAULTS[name]
    score = played(program(tmp_path, reply, "50ms" if kind == TIMEOUT else "10s"))
    assert (score.points, score.games) == (0, 2)
    for line in score.lines:
        assert line["fault"]["kind"] == kind
        assert line["fault"]["text"].startswith(text) or "no legal move" in line["fault"]["text"]
        record = Record.parse(line["record"])
        assert record.outcome and record.outcome.reason == line["reason"] == (TIME if kind == TIMEOUT else FORFEIT)
        assert record.tags["Fault"].startswith(f"{kind}: ")
    assert len(score.faults("A")) == 2 and score.faults("B") == []


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")
def test_a_slow_program_is_killed_with_its_children(tmp_path: Path) -> None:
    number, sleeper = tmp_path / "child", [sys.executable, "-S", "-c", "import time; time.sleep(300)"]
    spec, path = program(tmp_path, "child.wait()", "100ms"), tmp_path / "program.py"
    begun = f"import subprocess, sys\nchild = subprocess.Popen({sleeper})\n"
    kept = f"open({str(number)!r}, 'w').write(str(child.pid))\n"
    path.write_text(begun + kept + path.read_text(encoding="utf-8"), encoding="utf-8")
    one = contestant(spec)
    with pytest.raises(Exception, match="no answer in time"):
        decide(one, Record(game(GAME)))
    with pytest.raises(Exception, match="no answer in time"):  # it is not asked again
        one.choose(Record(game(GAME)))
    assert isinstance(one, ExternalPlayer) and one._process is None
    wait_until(lambda: not is_at_work(int(number.read_text(encoding="utf-8"))))


def test_values_and_nodes_that_a_program_tells_are_known(tmp_path: Path) -> None:
    one = contestant(program(tmp_path, "print('info x'); print('move a1 value 0.25 nodes 7', flush=True)"))
    decision = decide(one, Record(game(GAME)))
    assert (decision.move, decision.value, decision.nodes) == ("a1", 0.25, 7)
    assert decision.seconds > 0


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processor time of programs needs /proc")
def test_processor_time_counts_work_and_not_sleep(tmp_path: Path) -> None:
    record = Record(game(GAME))
    sleeps = contestant(program(tmp_path, "import time; time.sleep(0.6); print('move a1', flush=True)", "cpu=50ms"))
    assert decide(sleeps, record).move == "a1"
    works = contestant(program(tmp_path, "\n        while True: pass", "cpu=50ms"))
    with pytest.raises(Exception, match="no answer in time"):
        decide(works, record)


@pytest.mark.long
def test_the_engine_of_charkoni_answers_as_a_program() -> None:
    score = played(f"engine:{sys.executable} -m charkoni engine:nodes=200")
    assert score.faults("A") == []
    assert score.points == 2


def test_an_engine_that_refuses_a_query_loses(tmp_path: Path) -> None:
    path = tmp_path / "engine.py"
    path.write_text(
        "import json, sys\nfor line in sys.stdin:\n    query = json.loads(line)\n    wrong = query['id'] != 'start'\n"
        "    answer = {'error': 'too hard'} if wrong else {'best': 'a1'}\n"
        "    print(json.dumps({'id': query['id'], **answer}), flush=True)\n",
        encoding="utf-8",
    )
    one = contestant(f"engine:{sys.executable} -S {path}:10s")
    one.prepare(game(GAME))  # type: ignore[attr-defined]
    with pytest.raises(Exception, match=r"this is no answer with a move: .*too hard"):
        decide(one, Record(game(GAME)))


class Last:
    """A player of this test: the last legal move."""

    def choose(self, record: Record) -> str:
        print("thinking")  # on standard output, where the protocol is spoken
        return record.position.moves[-1]


@pytest.mark.long
def test_a_python_player_plays_in_a_process_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = inspect.getsource(Last).replace("record: Record", "record").replace("-> str", "")
    (tmp_path / "own_player.py").write_text(source, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    score = played("python:own_player:Last:10s")
    assert score.faults("A") == []
    assert importlib.util.find_spec("own_player") is None


class Wrong:
    def choose(self, record: Record) -> str:
        raise KeyError("a fault of mine")


def test_objects_of_this_process_play_and_lose_when_they_raise(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("charkoni.arena.contestants._ENTERED", {})
    enter("last", lambda seed: Last())
    enter("wrong", lambda seed: Wrong())
    assert played("last").faults("A") == []
    score = played("wrong")
    assert score.points == 0
    assert score.faults("A")[0] == "crash: KeyError: 'a fault of mine'"
    for name in ("random", "Last", "a:b"):
        with pytest.raises(ValueError, match=name):
            enter(name, lambda seed: Last())


@pytest.mark.parametrize(
    ("spec", "reason"),
    [
        ("cmd:", "a program is written as in"),
        ("cmd:'", "a program is written as in"),
        ("cmd:/nowhere/at/all", "there is no such program: /nowhere/at/all"),
        ("cmd:true:nodes=5", "the budget of such a program is a time"),
        ("cmd:true:0s", "a budget must be more than nothing"),
        ("python:module", "a program is written as in"),
        ("python:a b:c", "a program is written as in"),
    ],
)
def test_names_that_name_no_program(spec: str, reason: str) -> None:
    with pytest.raises(BadPlayer, match=reason):
        contestant(spec)


def test_a_name_takes_one_budget() -> None:
    assert takes_budget("cmd:true") and not takes_budget("cmd:true:1s")
    assert takes_budget("mcts") and not takes_budget("mcts:1s") and not takes_budget("random")
    assert program_of("cmd:true --fast:20ms").limits.seconds == 0.02
    assert program_of("engine:true:nodes=20").limits.nodes == 20
