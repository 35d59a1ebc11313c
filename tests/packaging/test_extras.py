"""Each command in each installation: it works, or says in one line which extra it needs."""

import json
import os
import re
import shlex
import subprocess
import sys
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
import typer
from packaging.utils import canonicalize_name
from tests.packaging.environments import environment, needed

from charkoni.cli.command_group import _Placeholder
from charkoni.cli.extras import MODULES, SLOW
from charkoni.cli.main import app

ROOT = Path(__file__).resolve().parents[2]
DICE = ROOT / "README.md"

COMMANDS = f"""
version
games
rules gana --lang ru
show mosty:size=2 --svg board.svg
show mosty:size=2 --png board.png
play mosty:size=2 a=random b=random --seed 1 --pace 0 --save game.txt
record check game.txt
record show game.txt
record convert game.txt -o game.json
perft mosty:size=2 3
check mosty:size=2
new-game nim --to nim
bench --game nothing
warm
wasm build mosty --out modules
serve --status
classroom --database nowhere/lesson.db
admin upgrade
admin doctor
admin vacuum
admin backup backup.tar
admin restore backup.tar
admin import-games game.txt
admin ratings
admin end-sessions nobody
admin people
admin person nobody --delete
verify-dice {shlex.quote(str(DICE))} --commitment 0
solve tablebase mangala 1 --folder tables
solve prove mosty:size=2
solve book mosty:size=2 1
solve starts mosty:size=2 1
verify mangala --folder tables --sample 5
explore mosty:size=2
match random level=1 --game mosty:size=2 --games 2 --out match.txt
ladder mosty:size=2 random level=1 --games 2 --out ladder
tune mosty:size=3 --games 4 --nodes 5 --out tune.txt
engine
analyse game.txt --nodes 20
puzzles game.txt --nodes 20
workbook mosty -o mosty.txt
tournament games
tournament rating-list . --read ratings.csv --date 2026-11-01
tournament new cup name=Cup game=mosty system=round-robin start=2026-11-21
tournament enter cup Ada
tournament enter cup Bob
tournament enter cup Cem
tournament enter cup Dora
tournament import cup list.csv
tournament correct cup #1 club=Rooks
tournament check-in-all cup
tournament check-in cup #1
tournament prohibit cup #1 #2
tournament close-list cup
tournament set cup place=Hall
tournament bye cup 5
tournament withdraw cup 6
tournament expel cup 7
tournament pair cup
tournament swap-sides cup 1
tournament swap-tables cup 1 2
tournament edit-tables cup 1-3
tournament lot cup
tournament publish cup
tournament unpublish cup
tournament start-clock cup
tournament stop-clock cup --reason try
tournament continue-clock cup --reason try
tournament move-clock cup --minutes 5 --reason try
tournament pause cup on
tournament pause cup off
tournament clock cup
tournament results cup 1 1-0
tournament results cup 2 0-1
tournament confirm cup 2
tournament results cup 3 1-0
tournament protest cup 1 late
tournament decide cup 1 rejected no
tournament dispute cup 1
tournament results cup 1 1-0 --reason try
tournament close cup
tournament undo cup
tournament close cup
tournament return cup 6
tournament pair cup
tournament late-pair cup 6 5
tournament new swiss game=mosty system=swiss rounds=2
tournament enter swiss Eva
tournament enter swiss Fred
tournament enter swiss Gita
tournament close-list swiss
tournament pair swiss
tournament line-up swiss Eva 1 2
tournament challenge swiss Eva Fred
tournament show cup
tournament divisions cup
tournament print cup standings -o standings.txt
tournament print cup standings -o standings.pdf
tournament export cup trf -o cup.trf
tournament check cup.trf
tournament verify cup
tournament log cup
tournament why cup --table 1 --round 1
tournament pages cup pages
tournament copies cup copies
tournament ratings cup
tournament people .
tournament finish cup --early --reason try
tournament final cup final --top 2
tournament erase cup 7
tournament festival new feast cup swiss
tournament festival show feast
tournament festival tables feast
tournament festival set feast place=Hall
tournament festival move feast swiss #1 cup
tournament festival print feast names -o names.txt
tournament plan 20
tournament simulate --players 6 --rounds 1
"""
"""Every command once at least, in the order in which one prepares the next."""

NEEDS: dict[str, str] = {
    "serve": "web", "classroom": "web", "admin": "web", "tournament pages": "web", "warm": "fast", "wasm": "fast",
    "show mosty:size=2 --png": "pictures", "tournament print cup standings -o standings.pdf": "tournament",
    "tournament pair swiss": "tournament", "tournament simulate": "tournament",
}  # fmt: skip
"""By the beginning of a command the extra without which it says so; all others work in every installation."""

REFUSED = (
    "serve --status", "classroom", "admin", "bench --game nothing", "solve book", "solve starts", "verify-dice",
    *(f"tournament {act}" for act in ("confirm", "decide", "edit-tables", "final", "finish", "late-pair", "lot")),
    "tournament challenge", "tournament line-up", "tournament protest", "tournament swap", "tournament unpublish",
    "tournament festival move",
)  # fmt: skip
"""Commands refused here for what they ask, being too slow as plain Python, or for the state of server or event."""


def leaves(command: object, path: str = "") -> list[str]:
    """Return the names of all commands below one, without old spellings."""
    if isinstance(command, _Placeholder):
        command = command.load()
    below = getattr(command, "commands", {})
    shown = {name: each for name, each in below.items() if not each.hidden}
    return [leaf for name, each in shown.items() for leaf in leaves(each, f"{path} {name}".strip())] or [path]


def test_every_command_is_tried() -> None:
    tried = [" ".join(line.split()[:3]) for line in COMMANDS.splitlines()]
    names = leaves(typer.main.get_command(app))
    assert [name for name in names if not any(f"{line} ".startswith(f"{name} ") for line in tried)] == []
    assert not SLOW - {name.split()[0] for name in names}


@pytest.mark.once
@pytest.mark.parametrize("extras", [(), ("web",), ("tournament",)], ids=["base", "web", "tournament"])
def test_every_command_works_or_names_its_extra(extras: tuple[str, ...], tmp_path: Path) -> None:
    python = environment(tmp_path / "environment", *extras)
    has = {
        extra
        for extra in ("fast", "pictures", "tournament", "web")
        if needed(frozenset({extra})).keys() <= needed(frozenset(extras)).keys()
    }
    (tmp_path / "list.csv").write_text("name\nElif\nFarid\nGul\n", encoding="utf-8")
    (tmp_path / "ratings.csv").write_text("ID,Name,Rating\n1,Elif,1800\n", encoding="utf-8")
    (tmp_path / "copies").mkdir()
    given = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "PYTHONPATH": str(ROOT), "CHARKONI_LANG": "en"}
    commands = [shlex.split(line.replace("#", r"\#")) for line in COMMANDS.splitlines() if line]
    run = [str(python), "-m", "tests.packaging.run_commands"]
    done = subprocess.run(run, input=json.dumps(commands), text=True, cwd=tmp_path, env=given, capture_output=True)
    assert done.returncode == 0, done.stderr
    wrong = [line for line in map(json.loads, done.stdout.splitlines()) if problem(line, has)]
    assert not wrong, "\n".join(f"{line['code']} {shlex.join(line['words'])}: {line['errors']}" for line in wrong)


def problem(line: dict[str, object], has: set[str]) -> bool:
    """Return whether a command neither worked nor was refused as it should be."""
    text, errors = " ".join(map(str, line["words"])), str(line["errors"])
    extra = next((extra for start, extra in NEEDS.items() if text.startswith(start) and extra not in has), None)
    named = re.findall(r"pip install .*?\[(\w+)\]'", re.sub(r".*plain Python.*\n", "", errors))
    if extra:
        return named != [extra]
    return bool(named) or "internal error" in errors or (line["code"] != 0 and not text.startswith(REFUSED))


def test_the_modules_of_an_extra_are_those_that_it_installs() -> None:
    owners = packages_distributions()
    for extra in ("fast", "pictures", "tournament", "web", "postgres", "envs"):
        brought = needed(frozenset({extra}))
        for module in MODULES[extra]:
            assert canonicalize_name(owners[module][0]) in brought, module


@pytest.mark.once
def test_the_program_starts_as_somebody_meets_it() -> None:
    """What the workflow runs on Windows, too."""
    subprocess.run([sys.executable, "-m", "tests.packaging.try_program"], check=True, cwd=ROOT)
