"""`charkoni engine` as a process: input, output, end."""

import json
import signal
import subprocess
import sys

import pytest
from tests.cli.conftest import Cli
from tests.fork_server import Program

pytestmark = pytest.mark.compiled_only


def started() -> Program:
    return Program("engine", stdin=subprocess.PIPE, stdout=subprocess.PIPE)


def test_the_end_of_input_waits_for_all_answers(cli: Cli) -> None:
    lines = [
        {"id": "a", "game": "mosty:size=3", "limits": {"nodes": 200}},
        {"id": "b", "game": "mosty:size=3", "moves": ["a1"], "limits": {"nodes": 200}},
    ]
    code, out, err = cli("engine", typed="\n".join(map(json.dumps, lines)))  # the last line has no end
    assert (code, err) == (0, "")
    assert [json.loads(line)["id"] for line in out.splitlines()] == ["a", "b"]


def test_no_input_at_all_and_only_nonsense(cli: Cli) -> None:
    assert cli("engine") == (0, "", "")
    code, out, _ = cli("engine", typed="x\n\n[]\n" + "y" * 5_000_000 + "\n{}\n")
    assert code == 0
    assert [json.loads(line)["code"] for line in out.splitlines()] == ["BAD_JSON", "BAD_JSON", "TOO_LONG", "BAD_ID"]


def test_a_number_of_searches_that_cannot_be(cli: Cli) -> None:
    assert cli("engine", "--parallel", 0).err.startswith("charkoni: --parallel: the number is too small")


@pytest.mark.skipif(sys.platform == "win32", reason="signals are different there")
@pytest.mark.parametrize("signum", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_the_searches_with_answers(signum: int) -> None:
    program = started()
    assert program.stdin and program.stdout
    program.stdin.write('{"id":"warm","game":"mosty:size=5","limits":{"nodes":5}}\n')
    program.stdin.write('{"id":"long","game":"mosty:size=5","limits":{"seconds":600}}\n')
    program.stdin.write('{"id":"read","action":"query_version"}\n')
    program.stdin.flush()
    assert {json.loads(program.stdout.readline())["id"] for _ in range(2)} == {"warm", "read"}  # all lines are read
    program.send_signal(signum)
    try:
        assert program.wait(30) == 130
    finally:
        program.kill()
    answer = json.loads(program.stdout.readline())
    assert (answer["id"], answer["stopped"]) == ("long", True)
    program.stdin.close()
    program.stdout.close()


@pytest.mark.skipif(sys.platform == "win32", reason="pipes are different there")
def test_when_nobody_reads_the_answers_it_ends() -> None:
    program = started()
    assert program.stdin and program.stdout
    program.stdout.close()
    program.stdin.write('{"id":"v","action":"query_version"}\n{"id":"w","action":"query_version"}\n')
    program.stdin.close()
    assert program.wait(30) in (0, 141)
